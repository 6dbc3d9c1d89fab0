import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import type { ContentType } from '#contract/content.ts';
import { isSafeLink } from '#lib/safe-link.ts';
import { buttonClass } from '#ui/button.tsx';
import { flagOf, textOf } from './content-properties.ts';

/** An address of an editor: own pages without reload, others in a new tab; what is no address is text (T17). */
export function BlockLink({
  to,
  newTab = false,
  className,
  children,
}: {
  to: string;
  newTab?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  if (!isSafeLink(to)) return <span className={className}>{children}</span>;
  if (!to.startsWith('/') || newTab) {
    return (
      <a className={className} href={to} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  return (
    <Link className={className} to={to}>
      {children}
    </Link>
  );
}

/** Buttons of a block: primary or secondary (R3.27). */
export function BlockButtons({
  buttons,
  className,
}: {
  buttons: readonly ContentType[];
  className?: string | undefined;
}) {
  if (buttons.length === 0) return null;
  return (
    <div className={className}>
      {buttons.map(({ properties }) => {
        const to = textOf(properties, 'link');
        if (to === undefined) return null;
        return (
          <BlockLink
            key={to}
            to={to}
            newTab={flagOf(properties, 'newTab')}
            className={buttonClass(textOf(properties, 'kind') === 'primary' ? 'primary' : 'secondary')}
          >
            {textOf(properties, 'label')}
          </BlockLink>
        );
      })}
    </div>
  );
}
