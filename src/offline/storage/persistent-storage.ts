/** Whether the browser promises to keep what lies on this device (F18). */
export type Keeping = 'kept' | 'best-effort' | 'unknown';

export async function keeping(): Promise<Keeping> {
  // Not told is unknown, which the device’s page says.
  const kept = await navigator.storage?.persisted?.().catch(() => undefined);
  return kept === undefined ? 'unknown' : kept ? 'kept' : 'best-effort';
}

let asked: Promise<Keeping> | undefined;
/** Asks the browser to keep what lies here; once a page, at the first change that waits (reliability.md, decision 3). */
export function askToKeep(again = false): Promise<Keeping> {
  if (again) asked = undefined;
  asked ??= (async () => {
    // A question that fails is a no; the answer is looked up below.
    if ((await keeping()) === 'best-effort') await navigator.storage?.persist?.().catch(() => false);
    return keeping();
  })();
  return asked;
}
