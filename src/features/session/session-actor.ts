/** The one run of the sign-in's chart in a page, begun by whoever needs it first. */
import type { ShopAndCache } from '#api/services.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createActor, waitFor, type ActorRefFrom } from 'xstate';
import { isSignedIn } from '#api/session-tokens.ts';
import { createSession } from './session-actors.ts';
import type { sessionMachine } from './session-machine.ts';

export type SessionActor = ActorRefFrom<typeof sessionMachine>;
const running = new WeakMap<QueryClient, SessionActor>();

/** Whether the chart rests at what the device says no more: somebody signed in or out in another tab. */
function isOutdated(actor: SessionActor): boolean {
  const state = actor.getSnapshot();
  return isSignedIn() ? state.matches('signedOut') : state.matches('signedIn');
}

export function sessionOf({ shop, queryClient }: ShopAndCache): SessionActor {
  const known = running.get(queryClient);
  if (known !== undefined && !isOutdated(known)) return known;
  const { machine, tokens } = createSession(shop, queryClient);
  const redirectPath = known?.getSnapshot().context.redirectPath ?? null;
  known?.stop();
  const actor = createActor(machine, { input: { tokens, redirectPath } });
  actor.start();
  running.set(queryClient, actor);
  return actor;
}

/** Signs out; resolves when the device has forgotten who was here. */
export async function logOut(here: ShopAndCache): Promise<void> {
  const session = sessionOf(here);
  session.send({ type: 'LOGOUT' });
  await waitFor(session, (state) => state.matches('signedOut'));
}
