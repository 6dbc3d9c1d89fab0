/** The outbox as the forms of messages see it: fetched when somebody is there, so that a first page carries none of it. */
import { useSyncExternalStore } from 'react';
import { guest, isMessage, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { onSignInChange, signedInAs } from '#api/session-tokens.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { firstSign } from '#ui/hydration/pre-hydration-events.ts';

let opened: Outbox | undefined;
let opening: Promise<Outbox | null> | undefined;

/** The outbox, started and read; null where the browser keeps nothing, or a newer version of the shop keeps it. */
export function openOutbox(): Promise<Outbox | null> {
  opening ??= (async () => {
    if (typeof indexedDB === 'undefined') return null;
    const { startOutbox } = await import('#offline/outbox/page-outbox.ts');
    const outbox = startOutbox();
    const { isReady, isReadOnly } = await outbox.list();
    if (isReady && !isReadOnly) return (opened = outbox);
    // A disk that was busy once may answer at the next message.
    opening = undefined;
    return null;
  })().catch(() => {
    // Without the outbox the form sends by itself, and says what became of it.
    opening = undefined;
    return null;
  });
  return opening;
}

function subscribe(listener: () => void): () => void {
  let isOver = false;
  let end = () => {
    isOver = true;
  };
  void (async () => {
    await firstSign;
    const outbox = await openOutbox();
    if (outbox === null || isOver) return;
    const ends = [outbox.subscribe(listener), onSignInChange(listener)];
    end = () => {
      for (const one of ends) one();
    };
    listener();
  })();
  return () => end();
}

/**
 * The message of this scope that waits on the device, or that the shop refused; the latest where there are several. What another
 * customer has left behind is not shown (decision 21).
 */
export function useWaitingMessage(scope: string): WaitingCommand | undefined {
  return useSyncExternalStore(
    subscribe,
    () =>
      opened
        ?.state()
        .entries.findLast(
          (one) =>
            one.scope === scope && isMessage(one) && (one.owner === guest || one.owner === signedInAs()),
        ),
    () => undefined,
  );
}
