import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useKnownChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { NavItem } from '#contract/channel.ts';
import { Newsletter } from '#features/newsletter/deferred-newsletter.tsx';
import { usePaths } from '#i18n/paths.ts';
import { classNames } from '#lib/class-names.ts';
import { isSafeLink } from '#lib/safe-link.ts';
import { AfterPaint } from '#ui/hydration/after-paint.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { downShape } from '#ui/icons/icon-shapes.ts';
import { ServerFooter } from '#ui/hydration/server-markup.tsx';
import { Link } from '#ui/link.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { useMedia } from '#ui/use-media.ts';
import { Copyright } from './copyright.tsx';
import { frameQueries } from '#features/site-header/frame-queries.ts';
import { NavItemLink } from '#features/site-header/nav-item-link.tsx';
import { InstallButton } from '#features/site-header/install-button.tsx';
import styles from './footer.module.css';

/** A heading that opens and closes its links: open by default from 768 px on, closed below (R2.112-R2.114). */
function LinkList({ item }: { item: NavItem }) {
  const id = useId();
  const openByDefault = useMedia('(min-width: 768px)');
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? openByDefault;
  return (
    <div className={styles['group']}>
      <h2>
        <button
          type="button"
          className={styles['heading']}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            setChosen(!open);
          }}
        >
          {item.name}
          <Icon shape={downShape} size={18} />
        </button>
      </h2>
      <ul
        id={id}
        className={classNames(
          styles['links'],
          chosen === true && styles['opened'],
          chosen === false && styles['closed'],
        )}
      >
        {item.children.map((child) => (
          <li key={child.id}>
            {child.type === 'html' ? (
              <RichText html={child.html ?? ''} className={styles['html']} />
            ) : (
              <NavItemLink item={{ ...child, highlighted: false }} className={styles['link']} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Where a menu leads to the page of an id. */
function pathOf(items: readonly NavItem[], pageId: number | null): string | undefined {
  for (const item of items) {
    const found =
      item.type === 'page' && item.resourceId === pageId ? item.link : pathOf(item.children, pageId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Link lists in one or two rows, social signs, who stands behind the shop, the year (R2.112-R2.118, LAW-04). */
export function Footer() {
  const { t } = useLingui();
  const shop = useShop();
  const channel = useKnownChannel();
  const paths = usePaths();
  const { data: items = [] } = useQuery(frameQueries.menu(shop, channel, 'footer'));
  const { data: social = [] } = useQuery(frameQueries.menu(shop, channel, 'social'));
  // Groups on top are rows of lists; anything else is one row of its own.
  const rows = items.every(
    (item) => item.type === 'group' && item.children.some((child) => child.children.length > 0),
  )
    ? items
    : [{ id: 'all', children: items }];
  return (
    // A menu that could not be read is not what the next page should end with.
    <ServerFooter
      name={`footer ${String(items.length)} ${String(social.length)}`}
      className={styles['footer']}
    >
      {/* Below every first screen: nobody waits for it. */}
      <AfterPaint>
        <div className="width">
          <Newsletter
            privacyPath={pathOf(items, channel?.pages.privacy ?? null)}
            termsPath={pathOf(items, channel?.pages.terms ?? null)}
          />
          {rows.map((row) => (
            <div key={row.id} className={styles['row']}>
              {row.children.map((group) => (
                <LinkList key={group.id} item={group} />
              ))}
            </div>
          ))}
          <div className={styles['end']}>
            <Copyright />
            <InstallButton />
            <Link to={paths.device()}>
              <Trans>This device: data and space</Trans>
            </Link>
            {social.length > 0 && (
              <ul className={styles['social']} aria-label={t`Social networks`}>
                {social
                  .filter(({ externalLink, link = '' }) => isSafeLink(externalLink ?? link))
                  .map((item) => (
                    <li key={item.id}>
                      <a
                        href={item.externalLink ?? item.link}
                        target="_blank"
                        rel="noopener noreferrer"
                        aria-label={item.name}
                      >
                        <svg width="24" height="24" aria-hidden="true">
                          <use href={`/icons/social.svg#${item.code ?? 'link'}`} />
                        </svg>
                        <span className="visually-hidden">
                          <Trans>(opens in a new tab)</Trans>
                        </span>
                      </a>
                    </li>
                  ))}
              </ul>
            )}
          </div>
        </div>
      </AfterPaint>
    </ServerFooter>
  );
}
