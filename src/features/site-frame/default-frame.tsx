import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { deferred } from '#ui/hydration/deferred.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { standalone } from '#lib/display-mode.ts';
import { useMedia } from '#ui/use-media.ts';
import { Footer } from './deferred-footer.tsx';
import { Header } from '#features/site-header/deferred-header.tsx';
import { InformationBar } from './deferred-information-bar.tsx';
import { MainPart } from './main-part.tsx';
import { NotYet } from './not-yet.tsx';
import { StatusStrip } from './deferred-status-strip.tsx';
import { Toasts } from './toasts.tsx';
import styles from './frame.module.css';

const BottomBar = deferred(async () => (await import('./bottom-bar.tsx')).BottomBar);

/** Information bar, header, page, footer (R2.56). */
export function DefaultFrame({ children }: { children: ReactNode }) {
  const installed = useMedia(standalone);
  return (
    <>
      <a className={styles['skip']} href="#content">
        <Trans>Skip to the content</Trans>
      </a>
      <InformationBar />
      <Header />
      <StatusStrip />
      <MainPart>{children}</MainPart>
      <Footer />
      {installed && <BottomBar />}
      <LiveRegion />
      <NotYet />
      <Toasts />
    </>
  );
}
