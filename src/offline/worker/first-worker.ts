/**
 * The first worker of a device. The browser gives it up, and its registration with it, when one of its files does not come: where the
 * connection goes in the first seconds of a first visit the device would have no shop until its next page load.
 */
import { isReachable, onConnectivityChange } from '#offline/connection/connectivity.ts';

type Registering = () => Promise<ServiceWorkerRegistration | undefined>;

/** ms until it is asked for again where nobody has noticed that the connection was away. */
const pause = 30_000;
/** A browser that lets no worker in is not asked for ever. */
const mostTries = 5;

/** Whether there is a worker, or the one that is being installed gets so far. */
function isInstalled(registration: ServiceWorkerRegistration): Promise<boolean> {
  const { active, waiting, installing: worker } = registration;
  if (active || waiting || !worker) return Promise.resolve(Boolean(active ?? waiting));
  return new Promise((resolve) =>
    worker.addEventListener('statechange', () => resolve(worker.state !== 'redundant'), { once: true }),
  );
}

/** Resolves when the shop can be reached again. */
const linkIsBack = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = onConnectivityChange(() => {
      if (isReachable()) end();
    });
    const timer = setTimeout(() => {
      if (isReachable()) end();
    }, pause);
    function end() {
      stop();
      clearTimeout(timer);
      resolve();
    }
  });

/**
 * Registers the worker again until one is installed. Never throws: a page without a worker is whole.
 * @param first what the page asked for by itself
 */
export async function untilInstalled(first: ReturnType<Registering>, register: Registering): Promise<void> {
  let registering = first;
  for (let tries = 1; ; tries += 1) {
    // Its own script did not come, or the browser lets none in.
    const registration = await registering.catch(() => undefined);
    if ((registration && (await isInstalled(registration))) || tries === mostTries) return;
    await linkIsBack();
    registering = register();
  }
}
