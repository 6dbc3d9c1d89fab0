/**
 * The worker answers from its copy, fetches the answer anew behind it and says so if that differs (R0.16). It may say so
 * before the page is drawn, and a browser keeps no message for who comes later: listened to from the first script on.
 */
import type { ToPage } from '#offline/connection/worker-messages.ts';

let wasTold = false;
let tell = (): void => {
  wasTold = true;
};

globalThis.navigator?.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<ToPage | null>) => {
  if (data?.type === 'FRESH_ANSWER') tell();
});

/** Calls `then` whenever a copy that the page may show has been followed by a newer one, also before now. */
export function onFreshAnswer(then: () => void): void {
  tell = then;
  if (wasTold) then();
}
