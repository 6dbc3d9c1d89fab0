import { useSyncExternalStore } from 'react';
import { onSignInChange, signedInAs } from '#api/session-tokens.ts';
import { guest } from '#domain/waiting/waiting-command.ts';
import { theOutbox } from './page-outbox.ts';
import { isWaiting } from '#domain/waiting/waiting-command.ts';
import { emptyState, type OutboxState } from './outbox-state.ts';

/** What waits, as whoever is here may see it. */
interface ShownOutbox extends OutboxState {
  /** How many entries wait for somebody who is not signed in now. */
  othersWait: number;
}

const nothing: ShownOutbox = { ...emptyState, othersWait: 0 };

let last: { state: OutboxState; owner: string; shown: ShownOutbox } | undefined;

/** Without what another customer left behind: that is theirs to see, once they are back. */
function forWhoIsHere(): ShownOutbox {
  const state = theOutbox().state();
  const owner = signedInAs() ?? guest;
  if (last?.state === state && last.owner === owner) return last.shown;
  const entries = state.entries.filter((one) => one.owner === guest || one.owner === owner);
  // What the shop has said yes to is not sent again when they are back.
  const othersWait = state.entries.filter((one) => !entries.includes(one) && isWaiting(one)).length;
  const shown = { ...state, entries, othersWait };
  last = { state, owner, shown };
  return shown;
}

function follow(listener: () => void): () => void {
  const ends = [theOutbox().subscribe(listener), onSignInChange(listener)];
  return () => {
    for (const end of ends) end();
  };
}

/** What waits on this device; empty on the server and until it has been read. */
export function useOutbox(): ShownOutbox {
  return useSyncExternalStore(follow, forWhoIsHere, () => nothing);
}
