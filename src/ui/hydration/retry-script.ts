/**
 * Scripts that do not come. What a page lacks of its parts is asked for until it is there: the markup of the server stands
 * meanwhile, and nothing is said of it unless somebody wants the part. No library here: these are the page's first bytes.
 */

/** ms between two questions: the first pause, and the longest. */
const [shortest, longest] = [1_000, 60_000];

/** Parts that were asked for and did not come. */
let missing = 0;
let isWanted = false;
const waiting = new Set<() => void>();
let ofWanted: (error: unknown) => void = () => {};

/** Called each time that something wanted could not be had: the page may have to be loaded anew (offline/worker/chunk-reload.ts). */
export function onWantedMissing(listener: (error: unknown) => void): void {
  ofWanted = listener;
}

/** The sentence stands in the markup (features/site-frame/default-frame.tsx): what says that a script is missing must not be one. */
function say(): void {
  const words = document.getElementById('not-yet');
  if (words) words.hidden = missing === 0 || !isWanted;
}

/** Somebody pressed in a part that is not there (true), or has what they wanted. What is missing is asked for at once. */
export function wantParts(wanted: boolean): void {
  isWanted = wanted;
  say();
  if (wanted) for (const ask of waiting) ask();
}

/**
 * Resolves with a script, however often it has to be asked for: again after growing pauses, when the device has a network, and
 * when somebody wants what is missing. Browsers that keep a failure for the life of the page get it with the next page.
 * @param wanted somebody has pressed something and waits for it
 */
export async function retryScript<T>(load: () => Promise<T>, wanted = false): Promise<T> {
  for (let pause = shortest; ; pause = Math.min(2 * pause, longest)) {
    try {
      const script = await load();
      if (pause > shortest) {
        missing -= 1;
        say();
      }
      if (wanted) wantParts(false);
      return script;
    } catch (error) {
      if (pause === shortest) missing += 1;
      isWanted ||= wanted;
      say();
      if (isWanted) ofWanted(error);
    }
    await new Promise<void>((resolve) => {
      const ask = () => {
        waiting.delete(ask);
        removeEventListener('online', ask);
        resolve();
      };
      waiting.add(ask);
      addEventListener('online', ask);
      setTimeout(ask, pause);
    });
  }
}
