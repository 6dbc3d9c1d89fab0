/** The service worker that gave this page, noted with the first script: another may take over before anybody watches. */
export const firstWorker: ServiceWorker | null = globalThis.navigator?.serviceWorker?.controller ?? null;
