/**
 * "Prepare for the field": whole product pages of the categories that somebody chose, with pictures and papers, and the orders
 * that this device knows. One product after the other, each kept as it comes, so that a pause, a cut or a closed tab goes on
 * where it ended (contract CAT-15).
 */
import { ApiError } from '#api/api-error.ts';
import type { Services } from '#api/services.ts';
import { orderQueries } from '#features/orders/order-queries.ts';
import { productQueries } from '#features/product/product-queries.ts';
import { fieldCache } from '#lib/kept-pictures.ts';
import { createObservable } from '#lib/observable.ts';
import { isReachable, onConnectivityChange } from '#offline/connection/connectivity.ts';
import { mayFetchAhead, readLinkFacts } from '#offline/connection/prefetch-policy.ts';
import { openDeviceStore } from '#offline/storage/device-storage.ts';
import {
  dropAnswer,
  dropPrepared,
  isCataloguePrepared,
  keepAnswer,
  readManifest,
  writeManifest,
  type PreparedManifest,
} from '#offline/storage/prepared-store.ts';
import {
  chooseOfflineCatalogue,
  offlineCatalogueView,
  updateOfflineCatalogue,
} from '#offline/catalogue/offline-catalogue.ts';
import { contractHash } from '#offline/storage/saved-queries.ts';
import { askToKeep } from '#offline/storage/persistent-storage.ts';
import { storageState } from '#offline/storage/storage-state.ts';
import { countBytes, keepFile } from './prepared-files.ts';

export interface PreparedView {
  /** Codes of the categories that are prepared, or being prepared. */
  taxons: readonly string[];
  /** When the last whole run began (ms). */
  savedAt: number | null;
  products: number;
  bytes: number;
  isFetching: boolean;
  /** Of the run on its way, or of one that did not come to its end. */
  run: { done: number; of: number } | null;
  isPaused: boolean;
  /** The link does not allow it now. */
  isHeld: boolean;
  failure: 'unreachable' | 'refused' | 'disk' | null;
}

/** What a product takes until some were fetched (bytes): its detail and three pictures. */
export const usualPack = 20_000;
/** Prepared once, it is brought up to date by itself after this (ms), where the link costs nothing. */
const freshFor = 24 * 60 * 60 * 1000;
/** Products between two writes of the record that says what is here. */
const bite = 5;

const nothing: PreparedView = {
  taxons: [],
  savedAt: null,
  products: 0,
  bytes: 0,
  isFetching: false,
  run: null,
  isPaused: false,
  isHeld: false,
  failure: null,
};
const { now: preparedView, onChange: onPreparedChange, show } = createObservable<PreparedView>(nothing);
export { preparedView, onPreparedChange };

function showManifest({ taxons, savedAt, run, products, buster }: PreparedManifest): void {
  const all = Object.values(products);
  show({
    taxons,
    // What another build has prepared can no longer be read: it is not ready, and is fetched anew.
    savedAt: buster === contractHash ? savedAt : null,
    products: all.length,
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    run: run && { done: all.filter(({ at }) => at >= run.startedAt).length, of: run.of },
  });
}

/** Reads what stands, for who looks. What another language or channel has prepared is none of this one's. */
export async function readPrepared(scope: Services['shop']['scope']): Promise<PreparedManifest | undefined> {
  const manifest = await readManifest();
  const isOurs =
    manifest !== undefined && manifest.channel === scope.channel && manifest.locale === scope.locale;
  if (isOurs && !preparedView().isFetching) showManifest(manifest);
  else if (!isOurs && !preparedView().isFetching) show(nothing);
  return isOurs ? manifest : undefined;
}

class Stopped extends Error {}
class Full extends Error {}

let stop: AbortController | undefined;
export const pausePreparing = (): void => stop?.abort();

async function allCodes(
  { shop }: Services,
  taxons: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const codes = new Set<string>();
  for (const taxon of taxons) {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { data, meta } = await shop.call('products', {
        query: { taxon, itemsPerPage: 100, page, facets: false },
        signal,
      });
      for (const { code } of data) codes.add(code);
      pages = meta.pageCount;
    }
  }
  return [...codes];
}

async function keepProduct(
  { shop }: Services,
  cache: Cache,
  code: string,
  signal: AbortSignal,
): Promise<PreparedManifest['products'][string]> {
  const { product, pictures, documents } = await shop.call('fieldPack', { params: { code }, signal });
  const at = Date.now();
  const key = await keepAnswer(
    productQueries.detail(shop, shop.newUrls ? product.code : String(product.id)).queryKey,
    product,
    at,
    contractHash,
  );
  if (storageState() !== 'ok') throw new Full();
  const files = [...pictures, ...documents.map(({ address }) => address)];
  let bytes = new Blob([JSON.stringify(product)]).size;
  countBytes(bytes, 0);
  for (const address of files) bytes += await keepFile(cache, address, signal);
  return { at, bytes, key, files };
}

/** Orders whose pages this device has seen: fresh, so that they can be shown where nobody can be asked. */
async function refreshOrders({ shop, queryClient }: Services): Promise<void> {
  for (const [, record] of await openDeviceStore<{ queryKey?: unknown[] }>('arimas-own').entries()) {
    const [area, name, given] = record.queryKey ?? [];
    const token =
      area === 'orders' && name === 'detail' ? (given as { token?: unknown } | undefined)?.token : undefined;
    if (typeof token === 'string')
      await queryClient
        .fetchQuery({ ...orderQueries.detail(shop, token), staleTime: 0 })
        // An order that cannot be refreshed stays as it was seen.
        .catch(() => undefined);
  }
}

/** Removes what belongs to no chosen category any more. */
async function dropOthers(manifest: PreparedManifest, cache: Cache, startedAt: number): Promise<void> {
  for (const [code, { at, key }] of Object.entries(manifest.products)) {
    if (at >= startedAt) continue;
    await dropAnswer(key);
    delete manifest.products[code];
  }
  const wanted = new Set(Object.values(manifest.products).flatMap(({ files }) => files));
  for (const { url } of await cache.keys()) if (!wanted.has(new URL(url).pathname)) await cache.delete(url);
}

async function run(
  services: Services,
  manifest: PreparedManifest,
  isPressed: boolean,
  signal: AbortSignal,
): Promise<void> {
  const cache = await caches.open(fieldCache);
  const codes = await allCodes(services, manifest.taxons, signal);
  const startedAt = manifest.run?.startedAt ?? Date.now();
  manifest.run = { startedAt, of: codes.length };
  await writeManifest(manifest);
  showManifest(manifest);
  const missing = codes.filter((code) => (manifest.products[code]?.at ?? 0) < startedAt);
  for (const [index, code] of missing.entries()) {
    if (signal.aborted) throw new Stopped();
    // Read at each product: the phone leaves its Wi-Fi, a saver is turned on.
    if (!mayFetchAhead(isPressed ? 'link' : 'snapshot', readLinkFacts())) {
      show({ isHeld: true });
      throw new Stopped();
    }
    const kept = await keepProduct(services, cache, code, signal).catch((error: unknown) => {
      // Gone since the list was made.
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    });
    if (kept) manifest.products[code] = kept;
    if (index % bite === bite - 1) await writeManifest(manifest);
    showManifest(manifest);
  }
  await refreshOrders(services);
  await dropOthers(manifest, cache, startedAt);
  manifest.savedAt = startedAt;
  manifest.run = null;
}

async function fetchField(services: Services, manifest: PreparedManifest, isPressed: boolean): Promise<void> {
  if (preparedView().isFetching) return;
  const own = (stop = new AbortController());
  show({ isFetching: true, isPaused: false, isHeld: false, failure: null, taxons: manifest.taxons });
  try {
    await navigator.locks.request('arimas-field', { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      try {
        await run(services, manifest, isPressed, own.signal);
      } finally {
        await writeManifest(manifest);
      }
    });
  } catch (error) {
    if (own.signal.aborted) show({ isPaused: true });
    else if (error instanceof Full || (error instanceof DOMException && error.name === 'QuotaExceededError'))
      show({ failure: 'disk' });
    else if (!(error instanceof Stopped))
      show({ failure: error instanceof ApiError && error.kind === 'refused' ? 'refused' : 'unreachable' });
  } finally {
    stop = undefined;
    show({ isFetching: false });
    // Removed while it ran: nothing is written back.
    await readPrepared(services.shop.scope);
  }
}

/**
 * Prepares these categories, or brings them up to date. The catalogue comes with them: without it there are no lists to walk.
 * @param taxons codes of categories
 */
export async function prepareOffline(services: Services, taxons: readonly string[]): Promise<void> {
  const { scope } = services.shop;
  void askToKeep();
  const catalogue =
    offlineCatalogueView().wish === 'on'
      ? updateOfflineCatalogue(scope)
      : chooseOfflineCatalogue(true, scope);
  const before = await readPrepared(scope);
  if (before === undefined && isCataloguePrepared()) await dropPrepared();
  const isSame =
    before !== undefined &&
    before.buster === contractHash &&
    taxons.length === before.taxons.length &&
    taxons.every((code) => before.taxons.includes(code));
  await fetchField(
    services,
    {
      ...scope,
      taxons: [...taxons],
      savedAt: before?.savedAt ?? null,
      // The same choice goes on where it ended; another one begins a run, which keeps what it finds fresh.
      run: isSame ? before.run : null,
      products: before?.products ?? {},
      buster: contractHash,
    },
    true,
  );
  await catalogue;
}

/** Removes all of it from the device; what waits to be sent and what was only seen stays. */
export async function removePrepared(): Promise<void> {
  pausePreparing();
  await navigator.locks.request('arimas-field', async () => {
    await dropPrepared();
  });
  show(nothing);
}

/** At the start of a visit: goes on with what did not come to its end, and brings a day-old pack up to date, where it may. */
export async function refreshPrepared(services: Services): Promise<void> {
  const look = async () => {
    if (
      !isReachable() ||
      preparedView().isFetching ||
      preparedView().isPaused ||
      !mayFetchAhead('snapshot', readLinkFacts())
    )
      return;
    const manifest = await readPrepared(services.shop.scope);
    if (!manifest) return;
    const isOld =
      manifest.savedAt === null ||
      Date.now() - manifest.savedAt > freshFor ||
      manifest.buster !== contractHash;
    if (manifest.run !== null || isOld)
      await fetchField(
        services,
        { ...manifest, buster: contractHash, run: manifest.buster === contractHash ? manifest.run : null },
        false,
      );
  };
  onConnectivityChange(() => void look());
  await look();
}
