/**
 * Who a waiting command is sent as: whoever made it, and nobody else (I8). A guest's goes without a bearer, also while
 * somebody is signed in; a customer's only with a bearer that names them.
 */
import { takesUserKey, userKeyOf } from '#api/user-key.ts';
import { guest, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import type { Clock } from '#lib/clock.ts';
import { sendCommand, type Outcome } from './outbox-request.ts';

export interface SignedSession {
  /** Access token of this customer; null when they are not here, or there is no token of theirs for now. */
  bearer(owner: string): Promise<string | null>;
  /** The shop refused this token. `over`: it has ended the sign-in; `unknown`: it could not be asked. */
  renew(refused: string): Promise<'renewed' | 'over' | 'unknown'>;
}

interface Sender {
  fetch: typeof globalThis.fetch;
  clock: Clock;
  baseUrl?: string;
  /** The shop is silent for longer than anybody waits gladly. */
  onLate?: () => void;
  session?: SignedSession;
}

/**
 * ms for a token or its renewal: a script of it that never comes, or another tab that never ends its own, must not hold the sender, whose
 * lock all tabs wait for.
 */
const tokenLimit = 30_000;

/** Refused for its token, which cannot be renewed now: it is tried again later. */
const notNow: Outcome = { kind: 'unknown', pause: 0, answered: false };

/** Sends once; of a customer once more when their token had to be renewed first (contract 1.8). Never throws. */
export async function sendAsOwner(command: WaitingCommand, env: Sender): Promise<Outcome> {
  if (command.owner === guest) return sendCommand(command, env);
  const bearer = await bearerOf(command, env);
  if (bearer === null) return { kind: 'not sent' };
  const userKey = takesUserKey(command.kind) ? await userKeyOf(command.owner) : null;
  const outcome = await sendCommand(command, { ...env, bearer, userKey });
  if (outcome.kind !== 'signed out') return outcome;
  // A renewal that failed says nothing about the sign-in: it is tried again later.
  const renewal = (await inTime(env.session?.renew(bearer), env)) ?? 'unknown';
  if (renewal === 'over') return outcome;
  const renewed = renewal === 'renewed' ? await bearerOf(command, env) : null;
  return renewed === null ? notNow : sendCommand(command, { ...env, bearer: renewed, userKey });
}

const bearerOf = ({ owner }: WaitingCommand, env: Sender): Promise<string | null> =>
  // Without a bearer the entry waits for its owner.
  inTime(env.session?.bearer(owner), env);

/** What was asked for; null where it failed or did not come in time. */
async function inTime<T>(asked: Promise<T> | undefined, { clock }: Sender): Promise<T | null> {
  let cancel = () => {};
  const late = new Promise<null>((resolve) => {
    cancel = clock.after(tokenLimit, () => resolve(null));
  });
  try {
    return (await Promise.race([asked, late])) ?? null;
  } catch {
    // As if it had not come: the command waits, and is tried again.
    return null;
  } finally {
    cancel();
  }
}
