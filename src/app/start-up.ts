/** What the page does once it can be seen and used: nothing here may delay the first paint or the first touch. */
import type { Services } from '#api/services.ts';
import { textsQuery } from '#i18n/texts-query.ts';
import { onConnectivityChange, connectivity } from '#offline/connectivity.ts';
import type { SavedQueries } from '#offline/saved-queries.ts';
import { openParts } from '#ui/later.tsx';
import { connectWorker } from '#offline/worker-link.ts';

interface StartUp {
  services: Services;
  saved: () => Promise<SavedQueries>;
}

const whenIdle = (work: () => void) => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3_000 });
  else setTimeout(work, 300);
};

export function startAfterPaint({ services, saved }: StartUp): void {
  const { queryClient } = services;
  let wasAway = connectivity() !== 'online';
  onConnectivityChange(() => {
    const away = connectivity() !== 'online';
    // Pages that failed or grew old while away ask again by themselves (R0.43).
    if (wasAway && !away) void queryClient.invalidateQueries();
    wasAway = away;
  });
  whenIdle(() => {
    openParts();
    void saved().then((device) => device.keep(queryClient));
    void queryClient.prefetchQuery(textsQuery(services.shop));
    // The first call of the page needs the caller and the schemas: have them before it.
    void import('#api/call.ts');
    void import('#contract/shapes.ts');
    void connectWorker(() => refreshSoon());
    void loadFont();
  });

  let timer: ReturnType<typeof setTimeout> | undefined;
  const refreshSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void queryClient.invalidateQueries({
        predicate: (query) => query.meta?.['saved'] === true,
        refetchType: 'active',
      });
    }, 200);
  };
}

/** The web font is never part of a first paint; a shopper who saves data never gets it. */
async function loadFont(): Promise<void> {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (connection?.saveData) return;
  await import('#ui/web-font.ts').then((font) => font.showWebFont());
}
