/** The sign-in of this page, as the outbox needs it: who is here, and how their commands are signed. */
import { readTokens, signedInAs } from '#api/session-tokens.ts';
import type { Call } from '#api/shop.ts';
import { guest } from '#domain/waiting/waiting-command.ts';
import type { SignedSession } from './outbox-session.ts';

let call: Call | undefined;

/** How a sign-in is renewed from now on. */
export function renewWith(given: Call): void {
  call = given;
}

export const whoIsHere = (): string => signedInAs() ?? guest;

async function renew(refused: string | null): Promise<'renewed' | 'over' | 'unknown'> {
  if (call === undefined) return 'unknown';
  const { refreshSession } = await import('#api/refresh-session.ts');
  const { kind } = await refreshSession(call, refused);
  if (kind === 'unknown') return kind;
  return kind === 'refreshed' ? 'renewed' : 'over';
}

export const pageSession: SignedSession = {
  bearer: async (owner) => {
    if (whoIsHere() !== owner) return null;
    // A refresh that did not come to its end left none.
    if (readTokens().token === null) await renew(null);
    return whoIsHere() === owner ? readTokens().token : null;
  },
  renew,
};
