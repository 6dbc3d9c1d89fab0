/** The chart of signing in with the calls that do it. The windows of social providers come with their buttons. */
import type { QueryClient } from '@tanstack/react-query';
import { fromPromise } from 'xstate';
import { isSignedIn, readTokens } from '#api/session-tokens.ts';
import type { Shop } from '#api/shop.ts';
import type { Credentials, Customer, TokenPair } from '#contract/customers.ts';
import { sessionMachine } from './session-machine.ts';
import { askForTokens, createSessionOperations, joinCustomer } from './session-operations.ts';

export function createSession(shop: Shop, queryClient: QueryClient) {
  const operations = createSessionOperations(shop, queryClient);
  const machine = sessionMachine.provide({
    actors: {
      resume: fromPromise<boolean>(async ({ signal }) => {
        // Refused, it has ended the sign-in on this device as any other call does; without an answer that goes on.
        await shop.call('customer', { signal }).catch(() => undefined);
        return isSignedIn();
      }),
      login: fromPromise<TokenPair, Credentials>(({ input }) => askForTokens(shop, queryClient, input)),
      join: fromPromise<Customer | null, TokenPair>(({ input, signal }) =>
        joinCustomer(shop, queryClient, input, signal),
      ),
      leave: fromPromise<unknown>(() => operations.logout.run()),
    },
  });
  const { token, refreshToken } = readTokens();
  // Either of the two is a sign-in: the other one may be on its way.
  const tokens =
    token === null && refreshToken === null ? null : { token: token ?? '', refreshToken: refreshToken ?? '' };
  return { machine, operations, tokens };
}
