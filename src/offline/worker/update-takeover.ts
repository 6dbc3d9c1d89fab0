/**
 * What a yes to a new version sets in motion: its worker is told to take over, and the page begins anew when it has. A worker
 * that is kept from it (the old one still has work in another tab, or another version came in between) is not waited for
 * without end: the page begins anew all the same, and the yes holds for the moment when the new worker comes.
 *
 * Chromium lets the old worker go when it comes to rest, and asks for that once: a request of the page in the very moment
 * wakes the old one again, and it stays until it has slept for half a minute, or until no page is left, as when the only one
 * begins anew. So the new worker is told, and the page begins anew, in a moment when the page asks for nothing.
 */

/** ms that the new worker may need. */
export const patience = 4_000;
/** How often a page begins anew for a worker that does not come. */
const starts = 2;
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
  /** Does the work when the page asks for nothing. */
  whenNetworkIdle: (work: () => void) => void;
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

export function createConsent({
  reload,
  mayReload,
  now,
  after,
  whenNetworkIdle,
  storage,
}: ConsentWorld): Consent {
  /** When the yes was said, in ms since 1970, and the starts that are left. */
  let agreed: { at: number; left: number } | null = read();
  function read(): typeof agreed {
    try {
      const [at = Number.NaN, left = 0] = (storage().getItem(cell) ?? '').split(' ').map(Number);
      // A clock that was set back makes no yes eternal.
      return Math.abs(now() - at) < validFor ? { at, left } : null;
    } catch {
      return null;
    }
  }
  function write(): void {
    try {
      if (agreed) storage().setItem(cell, `${agreed.at} ${agreed.left}`);
      else storage().removeItem(cell);
    } catch {
      // Then it holds for this page only.
    }
  }
  const follow = (takeOver: () => void) => {
    if (!agreed) return;
    whenNetworkIdle(takeOver);
    after(patience, () =>
      whenNetworkIdle(() => {
        if (!agreed || agreed.left === 0 || !mayReload()) return;
        agreed.left -= 1;
        write();
        reload();
      }),
    );
  };
  return {
    give: (takeOver) => {
      agreed = { at: now(), left: starts };
      write();
      follow(takeOver);
    },
    found: follow,
    takenOver: () => {
      if (!agreed || !mayReload()) return false;
      agreed = null;
      write();
      reload();
      return true;
    },
  };
}
