// @vitest-environment jsdom
/** How large a catalogue may be that comes without a word (decision 27). */
import { beforeEach, expect, test, vi } from 'vitest';
import { standalone } from '#lib/display-mode.ts';
import { setMedia } from '#tests/show.tsx';
import { nothingKept, type OfflineCatalogueState } from './catalogue-messages.ts';

const scope = { channel: 'retail', locale: 'lt' };
let bytes = 0;
const asked: string[] = [];
vi.mock('./catalogue-worker-client.ts', () => ({
  isOfflineCataloguePossible: () => true,
  onDownloadProgress: () => {},
  askCatalogueWorker: (message: { do: string }) => {
    asked.push(message.do);
    const state: OfflineCatalogueState = {
      ...nothingKept,
      savedAt: asked.includes('fetch') ? Date.now() : null,
    };
    const answers: Record<string, unknown> = { state, size: { bytes, products: 1 }, fetch: 'done' };
    return Promise.resolve(answers[message.do]);
  },
}));
vi.mock('#offline/connection/network-idle.ts', () => ({ whenNetworkIdle: (work: () => void) => work() }));
vi.mock('./thumbnails.ts', () => ({ keepThumbnails: async () => {}, watchThumbnails: () => {} }));

beforeEach(() => {
  localStorage.clear();
  asked.splice(0);
  vi.resetModules();
});

/** A page in a browser that tells nothing of its link, with a catalogue of this size. @returns bytes that are told. */
async function onePage(kilobytes: number, isInstalled: boolean): Promise<number | null> {
  bytes = kilobytes * 1024;
  setMedia((query) => isInstalled && query === standalone);
  const { keepOfflineCatalogue, offlineCatalogueView } = await import('./offline-catalogue.ts');
  await keepOfflineCatalogue(scope);
  return offlineCatalogueView().broughtBytes;
}

test.each([
  ['a tab', 299, false, true],
  ['a tab', 300, false, true],
  ['a tab', 301, false, false],
  ['a tab', 2_000, false, false],
  ['the installed shop', 301, true, true],
  ['the installed shop', 2_047, true, true],
  ['the installed shop', 2_049, true, false],
] as const)(
  'in %s a catalogue of %i KB comes by itself, and is told of, only where it is small',
  async (_where, kilobytes, isInstalled, comes) => {
    expect(await onePage(kilobytes, isInstalled)).toBe(comes ? kilobytes * 1024 : null);
    expect(asked.includes('fetch')).toBe(comes);
  },
);
