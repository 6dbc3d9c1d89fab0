import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { readTokens } from '#api/session-tokens.ts';
import { useShop, type Call } from '#api/shop.ts';
import {
  isStopped,
  type CommandAnswer,
  type NewCommand,
  type WaitingCommand,
} from '#domain/waiting/waiting-command.ts';
import { isReachable } from '#offline/connection/connectivity.ts';
import { openOutbox, useWaitingMessage } from './waiting-messages.ts';

/** ms in which an answer counts as coming at once; later, or away, the message waits and the form says so. */
const patience = { reachable: 8_000, away: 400 };

/** What became of a message by the time the form can say something. */
export type MessageFate =
  | { kind: 'done'; answer: unknown }
  | { kind: 'refused'; answer: CommandAnswer }
  /** Saved on the device. `trouble`: what the shop said when it could not answer. */
  | { kind: 'waiting'; trouble: CommandAnswer | undefined };

/** An error of the wire as the outbox would have told it; null when the shop was not reached. */
function answerOf(error: unknown): CommandAnswer | null {
  if (!(error instanceof ApiError))
    return { status: 0, errorCode: '', message: '', violations: [], context: {} };
  if (error.kind === 'unreachable') return null;
  const { status, errorCode, detail, violations, message } = error;
  return {
    status,
    errorCode: errorCode ?? '',
    message: detail ?? message,
    ...(detail === undefined ? {} : { detail }),
    violations,
    context: {},
  };
}

/**
 * One form's way to tell the shop something: saved on the device first, sent from there, exactly once (R0.44). A refusal that
 * comes while the form is there goes back into the form; one that comes later stands on the device until the shopper decides.
 */
export function useMessage(scope: string) {
  const shop = useShop();
  const entry = useWaitingMessage(scope);
  const isThere = useRef(true);
  /** A message of this form that waits; it is done when it leaves the device by itself. */
  const [waitingId, setWaitingId] = useState<string | null>(null);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  /** Where the browser keeps nothing, and for who is signed in: the outbox sends as a guest. */
  const sendDirectly = async ({ kind, body }: NewCommand): Promise<MessageFate | null> => {
    const call = shop.call as (name: NewCommand['kind'], input: { body: unknown }) => ReturnType<Call>;
    try {
      return { kind: 'done', answer: await call(kind, { body }) };
    } catch (error) {
      const answer = answerOf(error);
      return answer === null ? null : { kind: 'refused', answer };
    }
  };

  /** @throws nothing; null = the shop was not reached and nothing could be saved */
  const send = async (command: NewCommand): Promise<MessageFate | null> => {
    const isSignedIn = command.kind !== 'writeReview' && readTokens().refreshToken !== null;
    if (isSignedIn) {
      const fate = await sendDirectly(command);
      if (fate !== null) return fate;
    }
    const outbox = await openOutbox();
    // What cannot be saved is sent at once, below.
    const id = outbox === null ? null : await outbox.put(command).catch(() => null);
    if (outbox === null || id === null) return isSignedIn ? null : sendDirectly(command);
    const limit = isReachable() ? patience.reachable : patience.away;
    // What has been tried already counts as waiting: this press is another try.
    if ((outbox.state().entries.find((one) => one.id === id)?.tries ?? 0) > 0)
      await Promise.race([outbox.wake(true), new Promise((resolve) => setTimeout(resolve, limit))]);
    const fate = await outbox.fate(id, limit);
    if (fate === 'done') return { kind: 'done', answer: undefined };
    const saved = outbox.state().entries.find((one) => one.id === id);
    if (fate === 'waiting' || saved?.answer === undefined) {
      setWaitingId(id);
      return { kind: 'waiting', trouble: saved?.trouble };
    }
    // The form has what was typed: it need not lie on the device too. A form that was left has nothing.
    if (isThere.current) await outbox.withdraw(id);
    return { kind: 'refused', answer: saved.answer };
  };
  const withdraw = async (one: WaitingCommand): Promise<boolean> => {
    setWaitingId(null);
    return (await (await openOutbox())?.withdraw(one.id)) ?? false;
  };
  return {
    send,
    withdraw,
    sendNow: () => void openOutbox().then((outbox) => outbox?.wake(true)),
    /** Waits, or is on its way. */
    waiting: entry !== undefined && !isStopped(entry) ? entry : undefined,
    /** The shop has said no since. */
    refused: entry !== undefined && isStopped(entry) && entry.reason !== 'newer' ? entry : undefined,
    /** What this form saved has reached the shop since. */
    isSent: waitingId !== null && entry === undefined,
  };
}

export type MessageWay = ReturnType<typeof useMessage>;
