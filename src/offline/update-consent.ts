/**
 * What a yes to a new version sets in motion: its worker is told to take over, and the page begins anew when it has. A worker
 * that is kept from it (the old one still has work in another tab, or another version came in between) is not waited for
 * without end: the page begins anew all the same, and the yes holds for the moment when the new worker comes.
 */

/** ms that the new worker may need; Chromium lets the old one finish its work for up to five minutes. */
export const patience = 4_000;
/**
 * ms until the new worker is told again, and how often: Chromium looks only at that moment whether the old one has come to
 * rest, and may leave a worker that was told once waiting beside an idle one.
 */
export const reminder = { pause: 1_000, times: 30 };
/** ms for which a yes holds over a start of the page. */
export const validFor = 60_000;
const cell = 'UPDATE_AGREED';

export interface ConsentWorld {
  reload: () => void;
  /** False while something would be lost. */
  mayReload: () => boolean;
  /** ms since 1970. */
  now: () => number;
  after: (ms: number, work: () => void) => void;
  /** Of this tab; may throw. */
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

export interface Consent {
  /** The shopper said yes. @param takeOver tells the new worker */
  give(takeOver: () => void): void;
  /** A new worker waits: a yes of before this start of the page is told to it. @param takeOver tells the new worker */
  found(takeOver: () => void): void;
  /** The new worker is in charge. True when the page begins anew because of a yes. */
  takenOver(): boolean;
}

export function createConsent({ reload, mayReload, now, after, storage }: ConsentWorld): Consent {
  const read = (): boolean => {
    try {
      const at = Number(storage().getItem(cell) ?? Number.NaN);
      // A clock that was set back makes no yes eternal.
      return Math.abs(now() - at) < validFor;
    } catch {
      return false;
    }
  };
  const write = (at: number | null) => {
    try {
      if (at === null) storage().removeItem(cell);
      else storage().setItem(cell, String(at));
    } catch {
      // Then it holds for this page only.
    }
  };
  let isGiven = read();
  const remind = (takeOver: () => void, times = reminder.times) => {
    if (!isGiven || times === 0) return;
    takeOver();
    after(reminder.pause, () => remind(takeOver, times - 1));
  };
  return {
    give: (takeOver) => {
      isGiven = true;
      write(now());
      remind(takeOver);
      after(patience, () => {
        if (isGiven && mayReload()) reload();
      });
    },
    found: (takeOver) => remind(takeOver),
    takenOver: () => {
      if (!isGiven || !mayReload()) return false;
      isGiven = false;
      write(null);
      reload();
      return true;
    },
  };
}
