import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';

/** A refused change with a key of its own, as if it had never been sent. */
export function askedAgain(
  entry: WaitingCommand,
  id: string,
  owner: string,
  body: Readonly<Record<string, unknown>> | undefined,
  shown: unknown,
): WaitingCommand {
  const fresh = {
    ...entry,
    ...(body === undefined ? {} : { body }),
    ...(shown === undefined ? {} : { shown }),
    id,
    state: 'queued' as const,
    tries: 0,
    nextTryAt: 0,
    notBefore: 0,
    owner,
  };
  delete fresh.answer;
  delete fresh.trouble;
  delete fresh.reason;
  delete fresh.isTold;
  delete fresh.isUnstoppable;
  return fresh;
}
