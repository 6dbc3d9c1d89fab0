import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { isActing, onSignInChange } from '#api/session-tokens.ts';
import { laterTexts } from '#i18n/activate-locale.ts';
import { useConnectivity } from '#offline/connection/connectivity.ts';
import { useMayOffer } from '#offline/worker/install-offer.ts';
import { onOfflineCatalogueChange, offlineCatalogueView } from '#offline/catalogue/offline-catalogue.ts';
import { useStorageState } from '#offline/storage/storage-state.ts';
import { useUpdateOffer } from '#offline/worker/update-offer.ts';
import { holdScrollPosition } from '#ui/focus/hold-scroll-position.ts';
import { onDemand } from '#ui/hydration/deferred.tsx';
import styles from './frame.module.css';

const loadLinkStrip = async () => (await Promise.all([import('./link-strip.tsx'), laterTexts()]))[0];
const LinkStrip = onDemand(async () => (await loadLinkStrip()).LinkStrip);
const loadWaitingStrip = async () => (await Promise.all([import('./waiting-strip.tsx'), laterTexts()]))[0];
const WaitingStrip = onDemand(async () => (await loadWaitingStrip()).WaitingStrip);
const InstallStrip = onDemand(
  async () => (await Promise.all([import('./install-strip.tsx'), laterTexts()]))[0].InstallStrip,
);
const ActingStrip = onDemand(
  async () => (await Promise.all([import('./acting-strip.tsx'), laterTexts()]))[0].ActingStrip,
);
const NewerStrip = onDemand(async () => (await loadLinkStrip()).NewerStrip);
const UpdateStrip = onDemand(async () => (await loadLinkStrip()).UpdateStrip);

const OfflineCatalogueStrip = onDemand(
  async () =>
    (await Promise.all([import('./offline-catalogue-strip.tsx'), laterTexts()]))[0].OfflineCatalogueStrip,
);
const hasOfflineCatalogueNotice = () => offlineCatalogueView().broughtBytes !== null;

/**
 * Tells quietly how the way to the shop is and how old the copy on screen is, or that a new version waits (R0.15,
 * R0.23). What it says is fetched while there is a connection; the places that screen readers watch stand from the start.
 */
export function StatusStrip() {
  const connectivity = useConnectivity();
  const update = useUpdateOffer();
  const mayOffer = useMayOffer();
  const storage = useStorageState();
  const hasBrought = useSyncExternalStore(onOfflineCatalogueChange, hasOfflineCatalogueNotice, () => false);
  const acting = useSyncExternalStore(onSignInChange, isActing, () => false);
  useEffect(() => {
    // Fetched ahead: it is asked for again when it has something to say.
    void loadLinkStrip().catch(() => {});
  }, []);
  return (
    <>
      <div role="status" className={styles['link']} ref={holdScrollPosition}>
        <Suspense>{connectivity !== 'online' && <LinkStrip connectivity={connectivity} />}</Suspense>
      </div>
      <div ref={holdScrollPosition}>
        <div role="status">
          <Suspense>
            <WaitingStrip />
          </Suspense>
        </div>
        <div role="status">
          <Suspense>
            {update.offered ? <UpdateStrip update={update} /> : storage === 'newer' && <NewerStrip />}
          </Suspense>
        </div>
        <div role="status">
          <Suspense>{acting && <ActingStrip />}</Suspense>
        </div>
        <Suspense>{hasBrought ? <OfflineCatalogueStrip /> : mayOffer && <InstallStrip />}</Suspense>
      </div>
    </>
  );
}
