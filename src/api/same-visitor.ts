/**
 * What a page holds of whoever is here, beside what the device keeps (personal-cells.ts): nothing of it outlives their stay
 * (R0.28).
 */
import { ApiError } from './api-error.ts';
import { onSignInChange, signedInAs } from './session-tokens.ts';

/**
 * For an answer that is waited for: what comes after its asker has left is for nobody else.
 * @param visitor id of the asker, null = a guest; whoever is here now unless given
 * @returns whether they still are the one who is here
 */
export const sameVisitor =
  (visitor = signedInAs()): (() => boolean) =>
  () =>
    signedInAs() === visitor;

/**
 * Asks in the name of whoever is here.
 * @throws what `ask` throws; ApiError `session lost` if they have left before the answer, whatever it is
 */
export async function askAsVisitor<T>(ask: () => Promise<T>): Promise<T> {
  const isHere = sameVisitor();
  const answer = ask();
  // Told below to whoever is still here.
  await answer.catch(() => undefined);
  if (!isHere()) throw new ApiError('session lost', 401, { message: 'Session lost' });
  return answer;
}

/**
 * For what a module remembers of a customer until the page is left: runs `forget` once they are gone, in this tab or another.
 * What a guest did stays theirs when they sign in. (tests/personal-memory.test.ts asks it of every such memory.)
 */
export function forgetWithVisitor(forget: () => void): void {
  let visitor = signedInAs();
  onSignInChange(() => {
    const before = visitor;
    visitor = signedInAs();
    if (before !== null && before !== visitor) forget();
  });
}
