import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import { useLocation } from 'react-router';
import { useKnownChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { SearchBox } from '#features/search/search-box.tsx';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { menuShape } from '#ui/icons/icon-shapes.ts';
import { ServerNav } from '#ui/hydration/server-markup.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { useMedia, wide } from '#ui/use-media.ts';
import { retryScript } from '#ui/hydration/retry-script.ts';
import { onDemand } from '#ui/hydration/deferred.tsx';
import { CartButton } from './cart-button.tsx';
import { DisplayModeSwitch } from './display-mode-switch.tsx';
import { frameQueries } from './frame-queries.ts';
import { LanguageSwitcher } from './language-switcher.tsx';
import { Logo } from './logo.tsx';
import { MainNav } from './main-nav.tsx';
import { NavItemLink } from './nav-item-link.tsx';
import { UserMenu } from './user-menu.tsx';
import { WishlistLink } from './wishlist-link.tsx';
import styles from './header.module.css';

const StickyHeader = onDemand(async () => (await import('./sticky-header.tsx')).StickyHeader);

function TopBar() {
  const { t } = useLingui();
  const { data: items = [] } = useQuery(frameQueries.menu(useShop(), useKnownChannel(), 'top'));
  return (
    <div className={styles['top']}>
      <div className={classNames('width', styles['topInner'])}>
        <ServerNav name="about" label={t`About the shop`}>
          <ul className={styles['topList']}>
            {items.map((item) => (
              <li key={item.id}>
                {item.type === 'html' ? (
                  <RichText html={item.html ?? ''} />
                ) : (
                  <NavItemLink item={{ ...item, highlighted: false }} className={styles['topLink']} />
                )}
              </li>
            ))}
          </ul>
        </ServerNav>
        <LanguageSwitcher />
      </div>
    </div>
  );
}

/** The menu of narrow screens; another address and a wide screen close it, and coming back does not open it again. */
function MenuButton() {
  const { key } = useLocation();
  const isWide = useMedia(wide);
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  if (openedAt !== null && (isWide || openedAt !== key)) setOpenedAt(null);
  // Held here and not in a boundary: what React has once shown a stand-in for, it leaves so for 300 ms.
  const [Menu, setMenu] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  const bring = async (isWanted: boolean) => {
    const { MobileMenu } = await retryScript(() => import('./mobile-menu.tsx'), isWanted);
    setMenu(() => MobileMenu);
  };
  const bringAhead = () => void bring(false);
  return (
    <>
      <button
        type="button"
        className={styles['menu']}
        aria-haspopup="dialog"
        onPointerEnter={bringAhead}
        onPointerDown={bringAhead}
        onFocus={bringAhead}
        onClick={() => {
          setOpenedAt(key);
          if (Menu === null) void bring(true);
        }}
      >
        <Icon shape={menuShape} />
        <span className="visually-hidden">
          <Trans>Menu</Trans>
        </span>
      </button>
      {openedAt !== null && Menu !== null && (
        <Menu
          onClose={() => {
            setOpenedAt(null);
          }}
        />
      )}
    </>
  );
}

/** True once the element has left the screen at the top. */
function useScrolledPast(element: React.RefObject<HTMLElement | null>): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      setPast(entry !== undefined && !entry.isIntersecting);
    });
    observer.observe(target);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return past;
}

/** Logo, search, display mode and cart; the menus below on wide screens, behind a button on narrow ones. */
export function Header() {
  const channel = useKnownChannel();
  const header = useRef<HTMLElement>(null);
  const past = useScrolledPast(header);
  const isWide = useMedia(wide);
  return (
    <>
      <header ref={header} className={styles['header']}>
        <TopBar />
        <div className={classNames('width', styles['main'])}>
          <MenuButton />
          <Logo title={channel?.displayDefaultChannelLogoTitle === true ? channel.name : undefined} />
          <div className={styles['search']}>
            <SearchBox />
          </div>
          <div className={styles['tools']}>
            <DisplayModeSwitch />
            <WishlistLink />
            <UserMenu />
            <CartButton />
          </div>
        </div>
        <MainNav />
      </header>
      {isWide && past && (
        <Suspense>
          <StickyHeader />
        </Suspense>
      )}
    </>
  );
}
