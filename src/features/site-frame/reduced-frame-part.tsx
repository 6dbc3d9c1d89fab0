import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { usePaths } from '#i18n/paths.ts';
import { Icon } from '#ui/icon.tsx';
import { leftShape } from '#ui/arrow-shapes.ts';
import { LiveRegion } from '#ui/live-region.tsx';
import { Copyright } from './copyright.tsx';
import { Logo } from './logo.tsx';
import { MainPart } from './main-part.tsx';
import { StatusStrip } from './status-strip.tsx';
import { Toasts } from './toasts.tsx';
import styles from './frame.module.css';

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
          <Copyright />
        </div>
      </footer>
      <LiveRegion />
      <Toasts />
    </>
  );
}
