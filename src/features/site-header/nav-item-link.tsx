import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import type { NavItem } from '#contract/channel.ts';
import { isSafeLink } from '#lib/safe-link.ts';
import styles from './nav-item-link.module.css';

interface NavItemLinkProps {
  item: Pick<NavItem, 'name' | 'link' | 'externalLink' | 'highlighted' | 'openInNewTab'>;
  className?: string | undefined;
  onClick?: (() => void) | undefined;
  children?: ReactNode;
}

/** Where a menu entry leads; without an address it is text (R2.90). Foreign addresses open in a new tab (R2.111). */
export function NavItemLink({ item, className, onClick, children }: NavItemLinkProps) {
  const text = children ?? item.name;
  const name = item.highlighted ? <span className={styles['highlighted']}>{text}</span> : text;
  const isUnsafe = [item.externalLink, item.link].some((one) => one !== undefined && !isSafeLink(one));
  if (isUnsafe) return <span className={className}>{name}</span>;
  const foreign =
    item.externalLink ?? (item.link !== undefined && !item.link.startsWith('/') ? item.link : undefined);
  if (foreign !== undefined || (item.openInNewTab && item.link !== undefined)) {
    return (
      <a
        className={className}
        href={foreign ?? item.link}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onClick}
      >
        {name}
        <span className="visually-hidden">
          {' '}
          <Trans>(opens in a new tab)</Trans>
        </span>
      </a>
    );
  }
  if (item.link === undefined) return <span className={className}>{name}</span>;
  return (
    <Link className={className} to={item.link} onClick={onClick}>
      {name}
    </Link>
  );
}
