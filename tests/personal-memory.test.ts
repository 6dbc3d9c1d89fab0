/** What modules remember between two screens: of a customer nothing, or it goes with them (src/api/same-visitor.ts). */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Modules whose memory may outlive a customer, each with its reason. */
const ofNobody: Record<string, string> = {
  'src/features/cart/cart-outbox.ts': 'the store',
  'src/features/cart/cart-token.ts': 'in the place of the stored token, and emptied with it',
  'src/features/cart/count-anew.ts': 'carts by their tokens, of which nothing is shown',
  'src/features/cart/tell-total.ts': 'a count',
  'src/features/cart/told-elsewhere.ts': 'carts by their tokens, of which nothing is shown',
  'src/features/cart/use-cart-write.ts': 'the order of calls',
  'src/features/checkout/ordered-here.ts': 'carts by their tokens, of which nothing is shown',
  'src/features/device/prepared-pack.ts': 'the way to stop a download of the catalogue',
  'src/features/messages/waiting-messages.ts': 'the store',
  'src/features/session/auth-draft.ts': 'emptied when somebody has signed in',
  'src/features/session/follow-cart.ts': 'the way to stop waiting for an order',
  'src/features/session/session-operations.ts': 'the link of a letter, which opens no account but its own',
  'src/features/site-frame/main-part.tsx': 'the path of a page',
  'src/features/wishlist/account-list.ts': 'emptied by its own listener; the order of calls',
  'src/features/wishlist/merge-guest-wishlist.ts': 'the order of calls',
  'src/features/wishlist/wishlist-cell.ts': 'emptied by account-list.ts',
};

/** A variable of a module, or a collection of one that begins empty. */
const memory = /^(?:export )?(?:let \w|const \w+(?::[^=\n]*)? = new (?:Map|Set)\b[^\n]*\(\);?$)/m;

test('R0.28 whatever a module remembers is forgotten with its customer, or is nobody’s for a reason', () => {
  const remembering = globSync('src/features/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      return memory.test(text) && !text.includes('\nforgetWithVisitor(');
    });
  expect(remembering.toSorted()).toEqual(Object.keys(ofNobody).toSorted());
});
