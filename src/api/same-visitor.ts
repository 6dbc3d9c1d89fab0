/**
 * What a page holds of whoever is here, beside what the device keeps (personal-cells.ts): nothing of it outlives their stay
 * (R0.28).
 */
import { onSignInChange, signedInAs } from './session-tokens.ts';

/**
 * For what is done step by step: once whoever began it has left, nothing more of it is for this page. (What the shop answers to
 * somebody who has left reaches no page: call.ts.)
 * @param visitor id of who began it, null = a guest; whoever is here now unless given
 * @returns whether they still are the one who is here
 */
export const sameVisitor =
  (visitor = signedInAs()): (() => boolean) =>
  () =>
    signedInAs() === visitor;

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
