import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useKnownChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { usePaths } from '#i18n/paths.ts';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { downShape, gridShape } from '#ui/icons/icon-shapes.ts';
import { ServerNav } from '#ui/hydration/server-markup.tsx';
import { useMedia, wide } from '#ui/use-media.ts';
import { onDemand } from '#ui/hydration/deferred.tsx';
import { frameQueries, type MenuHead } from './frame-queries.ts';
import { NavItemLink } from './nav-item-link.tsx';
import styles from './main-nav.module.css';

const NavPanel = onDemand(async () => (await import('./nav-panel.tsx')).NavPanel, true);

/**
 * The bar under the header on wide screens. Entries with something below them are links until the page
 * is hydrated, then triggers of a panel that is fetched when first opened (R2.96-R2.103).
 */
export function MainNav() {
  const { t } = useLingui();
  const shop = useShop();
  const channel = useKnownChannel();
  const { data: items = [] } = useQuery(frameQueries.menuHeads(shop, channel, 'main'));
  const { data: mega = [] } = useQuery(frameQueries.menuHeads(shop, channel, 'mega'));
  const isWide = useMedia(wide);
  const location = useLocation();
  const isHome = location.pathname === usePaths().home();
  const [opened, setOpened] = useState<{ id: string; at: string } | null>(null);
  const nav = useRef<HTMLElement>(null);
  const primary = mega[0];
  // Navigation and a narrower screen close what is open (R2.101, R2.102), and coming back does not open it again.
  if (opened !== null && !(isWide && opened.at === location.key)) setOpened(null);
  // An unknown id opens nothing (R2.103).
  const openItem = [primary, ...items].find((item) => item?.id === opened?.id && item?.hasChildren);
  const isOpen = openItem !== undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        nav.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
      } else if (event.target instanceof Node && nav.current?.contains(event.target)) return;
      setOpened(null);
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, [isOpen]);

  const entry = (item: MenuHead, isPrimary: boolean) => {
    if (!item.hasChildren || (!isWide && item.link !== undefined))
      return <NavItemLink item={item} className={styles['entry']} />;
    const expanded = openItem?.id === item.id;
    return (
      <button
        type="button"
        className={classNames(styles['entry'], isPrimary && styles['primary'])}
        aria-expanded={expanded}
        disabled={isPrimary && isHome}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || !expanded) return;
          event.preventDefault();
          nav.current?.querySelector<HTMLElement>('[data-panel] :is(a[href], button)')?.focus();
        }}
        onClick={() => {
          setOpened(expanded ? null : { id: item.id, at: location.key });
        }}
      >
        {isPrimary && <Icon shape={gridShape} size={20} />}
        {item.name}
        {!isPrimary && <Icon shape={downShape} size={16} />}
      </button>
    );
  };
  return (
    <ServerNav name={isHome ? 'goods home' : 'goods'} ref={nav} className={styles['nav']} label={t`Goods`}>
      <ul className={classNames('width', styles['list'])}>
        {primary !== undefined && <li>{entry(primary, true)}</li>}
        {items.map((item) => (
          <li key={item.id}>{entry(item, false)}</li>
        ))}
      </ul>
      {openItem !== undefined && (
        <Suspense>
          <NavPanel
            key={openItem.id}
            role={openItem.id === primary?.id ? 'mega' : 'main'}
            itemId={openItem.id}
            onLeave={() => {
              setOpened(null);
            }}
          />
        </Suspense>
      )}
    </ServerNav>
  );
}
