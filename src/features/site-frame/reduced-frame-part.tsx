import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { useKnownChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { usePaths } from '#i18n/paths.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { leftShape } from '#ui/icons/arrow-shapes.ts';
import { RichText } from '#ui/rich-text.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { Copyright } from './copyright.tsx';
import { frameQueries } from '#features/site-header/frame-queries.ts';
import { NavItemLink } from '#features/site-header/nav-item-link.tsx';
import { Logo } from '#features/site-header/logo.tsx';
import { MainPart } from './main-part.tsx';
import { NotYet } from './not-yet.tsx';
import { StatusStrip } from './deferred-status-strip.tsx';
import { Toasts } from './toasts.tsx';
import styles from './frame.module.css';

/** Help and rules while ordering (menu place `checkout`, R2.85): in new tabs, so that nobody loses the way. */
function CheckoutMenu() {
  const { t } = useLingui();
  const { data: items = [] } = useQuery(frameQueries.menu(useShop(), useKnownChannel(), 'checkout'));
  if (items.length === 0) return null;
  return (
    <nav aria-label={t`Help with the order`}>
      <ul className={styles['reducedMenu']}>
        {items.map((item) => (
          <li key={item.id}>
            {item.type === 'html' ? (
              <RichText html={item.html ?? ''} />
            ) : (
              <NavItemLink item={{ ...item, highlighted: false, openInNewTab: true }} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Checkout and thank-you: nothing but the way back, to the cart or home (R2.59, R2.60). */
export function ReducedFrame({ backTo, children }: { backTo: 'cart' | 'home'; children: ReactNode }) {
  const paths = usePaths();
  return (
    <>
      <a className={styles['skip']} href="#content">
        <Trans>Skip to the content</Trans>
      </a>
      <header className={styles['reducedHeader']}>
        <div className="width">
          <Logo />
          <Link className={styles['back']} to={backTo === 'cart' ? paths.cart() : paths.home()}>
            <Icon shape={leftShape} size={20} />
            {backTo === 'cart' ? <Trans>Back to the cart</Trans> : <Trans>To the home page</Trans>}
          </Link>
        </div>
      </header>
      <StatusStrip />
      <MainPart>{children}</MainPart>
      <footer className={styles['reducedFooter']}>
        <div className="width">
          <CheckoutMenu />
          <Copyright />
        </div>
      </footer>
      <LiveRegion />
      <NotYet />
      <Toasts />
    </>
  );
}
