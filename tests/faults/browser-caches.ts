/** I11 in a real browser: nothing that lies in its caches and stores came from anybody but the shop. */
import type { Page } from '@playwright/test';
import { apiMarker, header } from '#contract/calls/endpoints.ts';

/** Words of what the fault proxy says in the shop's place. */
const foreign = ['<title>Wi-Fi</title>', '"success":true', 'busy', '"server.error"', '"rate.limited"'];

/**
 * Walks through every cache and every store of saved answers; each foreign one in a sentence.
 *
 * @param isWhole reads the files of the build too: they were stored before the network began to fail
 */
export const foreignCopies = (page: Page, isWhole: boolean): Promise<string[]> =>
  page.evaluate(
    async ({ marker, value, words, whole }) => {
      const found: string[] = [];
      const judge = (where: string, text: string) => {
        const word = words.find((one) => text === one || (one.length > 5 && text.includes(one)));
        if (word !== undefined) found.push(`${where} holds ${word}`);
      };
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const response = await cache.match(request, { ignoreVary: true });
          if (!response) continue;
          const type = response.headers.get('content-type') ?? '';
          const where = `${name} ${new URL(request.url).pathname}`;
          if (response.status !== 200 || response.redirected)
            found.push(`${where} has status ${String(response.status)}`);
          if (
            name === 'arimas-data' &&
            (response.headers.get(marker) !== value || !type.startsWith('application/json'))
          )
            found.push(`${where} has not our mark`);
          if (name === 'arimas-images' && !type.startsWith('image/')) found.push(`${where} is ${type}`);
          const isOfBuild = name.includes('precache');
          if (!/^(image|font)\//.test(type) && (whole || !isOfBuild)) judge(where, await response.text());
        }
      }
      for (const { name } of await indexedDB.databases()) {
        if (name === undefined || !/^arimas-(start|shared|own)$/.test(name)) continue;
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name);
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
        });
        const values = await new Promise<unknown[]>((resolve, reject) => {
          const request = db.transaction('values').objectStore('values').getAll();
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
        });
        db.close();
        for (const one of values) judge(name, JSON.stringify(one));
      }
      return found;
    },
    { marker: header.marker, value: apiMarker, words: foreign, whole: isWhole },
  );
