import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { ApiError } from '#api/api-error.ts';
import type { Credentials, Customer, TokenPair } from '#contract/customers.ts';
import { isAuthPage, redirectPathFrom } from './redirect-path.ts';
import { authPathOf, sessionMachine, type SessionEvent } from './session-machine.ts';
import type { SocialConnection, SocialProfile, SocialProvider, SocialSignIn } from './social-sign-in.ts';

const pair: TokenPair = { token: 'access', refreshToken: 'refresh' };
const refusal = (status: number) => new ApiError('refused', status, { message: 'No' });
type Step = 'resume' | 'login' | 'connect' | 'readProfile' | 'exchange' | 'join' | 'leave';

/** The chart with pretend actors; an answer may be a list, one per call. */
function start(
  answers: Partial<Record<Step, unknown>> = {},
  input: { tokens?: TokenPair; redirectPath?: string } = {},
) {
  const calls: { step: Step; given: unknown }[] = [];
  const usual: Record<Step, unknown> = {
    resume: true,
    login: pair,
    connect: { isConnected: true, accessToken: 'of the provider' },
    readProfile: { email: 'rasa@example.com', name: 'Rasa' },
    exchange: pair,
    join: null,
    leave: true,
  };
  const answer = <Output, Input = unknown>(step: Step) =>
    fromPromise<Output, Input>(({ input: given }) => {
      calls.push({ step, given });
      const chosen = step in answers ? answers[step] : usual[step];
      const one: unknown = Array.isArray(chosen)
        ? chosen[calls.filter((call) => call.step === step).length - 1]
        : chosen;
      return one instanceof Error ? Promise.reject(one) : Promise.resolve(one as Output);
    });
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        resume: answer<boolean>('resume'),
        login: answer<TokenPair, Credentials>('login'),
        connect: answer<SocialConnection, SocialProvider>('connect'),
        readProfile: answer<SocialProfile, SocialSignIn>('readProfile'),
        exchange: answer<TokenPair, SocialSignIn>('exchange'),
        join: answer<Customer | null, TokenPair>('join'),
        leave: answer<unknown>('leave'),
      },
    }),
    { input: { tokens: input.tokens ?? null, redirectPath: input.redirectPath ?? null } },
  );
  actor.start();
  const reaches = async (state: 'signedIn' | 'signedOut' | 'emailVerification' | 'verificationSent') => {
    await waitFor(actor, (snapshot) => snapshot.matches(state));
    return actor.getSnapshot();
  };
  return { actor, calls, steps: () => calls.map(({ step }) => step), reaches };
}
const credentials: Credentials = { email: 'rasa@example.com', password: 'Slapta-1' };

test('R3.71 the state begins with three empty fields: result, person, redirect path', () => {
  const { authResult, userInfo, redirectPath } = start().actor.getSnapshot().context;
  expect({ authResult, userInfo, redirectPath }).toEqual({
    authResult: null,
    userInfo: null,
    redirectPath: null,
  });
});

test('a password signs in, and then come the steps after it', async () => {
  const { actor, calls, reaches } = start();
  actor.send({ type: 'LOGIN', credentials });
  expect((await reaches('signedIn')).context).toMatchObject({ authResult: pair, error: null });
  expect(calls).toEqual([
    { step: 'login', given: credentials },
    { step: 'join', given: pair },
  ]);
});

test('a refused password leads back with its error, which the next try clears', async () => {
  const { actor, reaches } = start({ login: [refusal(401), pair] });
  actor.send({ type: 'LOGIN', credentials });
  expect((await reaches('signedOut')).context.error).toMatchObject({ status: 401 });
  actor.send({ type: 'LOGIN', credentials });
  expect(actor.getSnapshot().context.error).toBeNull();
  expect((await reaches('signedIn')).context.error).toBeNull();
});

test('R0.31 for the first provider: connected, profile, token call, signed in', async () => {
  const { actor, calls, steps, reaches } = start();
  actor.send({ type: 'SOCIAL', provider: 'facebook' });
  await reaches('signedIn');
  expect(steps()).toEqual(['connect', 'readProfile', 'exchange', 'join']);
  expect(calls[2]?.given).toEqual({
    provider: 'facebook',
    accessToken: 'of the provider',
    email: 'rasa@example.com',
  });
});

test('R0.31 a 423 of the token call ends at the verification of the e-mail', async () => {
  const { actor, steps, reaches } = start({ exchange: refusal(423) });
  actor.send({ type: 'SOCIAL', provider: 'facebook' });
  expect((await reaches('emailVerification')).context.error).toBeNull();
  expect(steps()).toEqual(['connect', 'readProfile', 'exchange']);
});

test('the second provider says who it is with its own window: no profile is read', async () => {
  const { actor, steps, reaches } = start({
    connect: { isConnected: true, accessToken: 'of the provider', email: 'rasa@example.com' },
  });
  actor.send({ type: 'SOCIAL', provider: 'google' });
  await reaches('signedIn');
  expect(steps()).toEqual(['connect', 'exchange', 'join']);
});

test('a provider that is not connected asks the shop for nothing, and that is no error', async () => {
  const { actor, steps, reaches } = start({ connect: { isConnected: false, accessToken: '' } });
  actor.send({ type: 'SOCIAL', provider: 'facebook' });
  expect((await reaches('signedOut')).context).toMatchObject({ error: null, social: null });
  expect(steps()).toEqual(['connect']);
});

test('R8.13 R8.14 a 400 and a 423 on social sign-in lead to /auth/email-verification', async () => {
  for (const status of [400, 423]) {
    const { actor, reaches } = start({ exchange: refusal(status) });
    expect(authPathOf(actor.getSnapshot())).toBe('/auth');
    actor.send({ type: 'SOCIAL', provider: 'google' });
    expect(authPathOf(await reaches('emailVerification'))).toBe('/auth/email-verification');
  }
});

test('any other refusal of social sign-in leads back to the page with its error', async () => {
  const { actor, reaches } = start({ exchange: refusal(401) });
  actor.send({ type: 'SOCIAL', provider: 'google' });
  const snapshot = await reaches('signedOut');
  expect(snapshot.context.error).toMatchObject({ status: 401 });
  expect(authPathOf(snapshot)).toBe('/auth');
});

test('R8.15 the entered e-mail is asked with; a 423 then is success: the mail is on its way', async () => {
  const { actor, calls, reaches } = start({ exchange: [refusal(400), refusal(422), refusal(423)] });
  actor.send({ type: 'SOCIAL', provider: 'google' });
  await reaches('emailVerification');
  actor.send({ type: 'VERIFY_EMAIL', email: 'not an email' });
  expect((await reaches('emailVerification')).context.error).toMatchObject({ status: 422 });
  actor.send({ type: 'VERIFY_EMAIL', email: 'rasa@example.com' });
  expect((await reaches('verificationSent')).context.error).toBeNull();
  expect(calls.at(-1)?.given).toEqual({
    provider: 'google',
    accessToken: 'of the provider',
    email: 'rasa@example.com',
  });
});

test('a step after the sign-in that fails stops nobody from being signed in', async () => {
  const { actor, reaches } = start({ join: new Error('wishlists') });
  actor.send({ type: 'LOGIN', credentials });
  expect((await reaches('signedIn')).context.error).toBeNull();
});

test('R4.04 the reset of a sign-in keeps the redirect path', async () => {
  const { actor, reaches } = start({ login: refusal(401) });
  actor.send({ type: 'REMEMBER_PATH', path: '/krepselis' });
  actor.send({ type: 'LOGIN', credentials });
  await reaches('signedOut');
  actor.send({ type: 'RESET' });
  expect(actor.getSnapshot().context).toMatchObject({ redirectPath: '/krepselis', error: null });
});

test('who has tokens that the shop knows is signed in, and leaving or being sent away ends it', async () => {
  const { actor, steps, reaches } = start({}, { tokens: pair });
  expect(actor.getSnapshot().value).toBe('recalling');
  await reaches('signedIn');
  actor.send({ type: 'LOGOUT' });
  expect((await reaches('signedOut')).context.authResult).toBeNull();
  expect(steps()).toEqual(['resume', 'leave']);
  const other = start({}, { tokens: pair, redirectPath: '/paskyra' });
  await other.reaches('signedIn');
  other.actor.send({ type: 'SESSION_LOST' });
  expect(other.actor.getSnapshot().context).toMatchObject({ authResult: null, redirectPath: '/paskyra' });
  expect(other.steps()).toEqual(['resume']);
});

test.each([
  ['LOGOUT', ['login', 'join', 'leave']],
  ['SESSION_LOST', ['login', 'join']],
] as const)('%s while the shop has not told of the customer yet ends the sign-in', async (type, asked) => {
  const { actor, steps, reaches } = start({ join: new Promise(() => undefined) });
  actor.send({ type: 'REMEMBER_PATH', path: '/krepselis' });
  actor.send({ type: 'LOGIN', credentials });
  await waitFor(actor, (snapshot) => snapshot.matches('joining'));
  actor.send({ type });
  expect((await reaches('signedOut')).context).toMatchObject({ authResult: null, userInfo: null });
  expect(steps()).toEqual(asked);
});

test('tokens that the shop no longer knows sign nobody in, and no answer about them ends no sign-in', async () => {
  const over = start({ resume: false }, { tokens: pair });
  expect((await over.reaches('signedOut')).context).toMatchObject({ authResult: null, error: null });
  const away = start({ resume: new Error('no answer') }, { tokens: pair });
  expect((await away.reaches('signedIn')).context.authResult).toEqual(pair);
});

test('a password that is typed while old tokens are asked about is what counts', async () => {
  const { actor, reaches } = start(
    { resume: new Promise(() => undefined), login: refusal(401) },
    { tokens: pair },
  );
  actor.send({ type: 'LOGIN', credentials });
  expect((await reaches('signedOut')).context).toMatchObject({ authResult: null, error: { status: 401 } });
});

test('R0.32 an event that the state does not know changes nothing and starts no call', async () => {
  const events: SessionEvent[] = [
    { type: 'LOGIN', credentials },
    { type: 'SOCIAL', provider: 'facebook' },
    { type: 'VERIFY_EMAIL', email: 'rasa@example.com' },
    { type: 'BACK' },
    { type: 'REMEMBER_PATH', path: '/duk' },
    { type: 'LOGOUT' },
    { type: 'SESSION_LOST' },
    { type: 'RESET' },
  ];
  const known: Record<string, readonly SessionEvent['type'][]> = {
    signedOut: ['LOGIN', 'SOCIAL', 'REMEMBER_PATH', 'RESET'],
    emailVerification: ['VERIFY_EMAIL', 'BACK'],
    verificationSent: ['BACK'],
    recalling: ['LOGIN', 'REMEMBER_PATH', 'LOGOUT', 'SESSION_LOST'],
    signedIn: ['LOGOUT', 'SESSION_LOST', 'RESET'],
    authenticating: [],
    joining: ['LOGOUT', 'SESSION_LOST'],
  };
  const never = new Promise<never>(() => undefined);
  for (const [state, own] of Object.entries(known)) {
    for (const event of events.filter(({ type }) => !own.includes(type))) {
      const { actor, calls, reaches } = start(
        {
          exchange: [refusal(400), refusal(423)],
          ...(state === 'authenticating' ? { login: never } : {}),
          ...(state === 'recalling' ? { resume: never } : {}),
          ...(state === 'joining' ? { join: never } : {}),
        },
        ['signedIn', 'recalling'].includes(state) ? { tokens: pair } : {},
      );
      if (state === 'signedIn') await reaches('signedIn');
      if (state === 'authenticating' || state === 'joining') actor.send({ type: 'LOGIN', credentials });
      if (state === 'joining') await waitFor(actor, (snapshot) => snapshot.matches('joining'));
      if (state === 'emailVerification' || state === 'verificationSent') {
        actor.send({ type: 'SOCIAL', provider: 'facebook' });
        await reaches('emailVerification');
      }
      if (state === 'verificationSent') {
        actor.send({ type: 'VERIFY_EMAIL', email: 'rasa@example.com' });
        await reaches('verificationSent');
      }
      const before = actor.getSnapshot();
      const asked = calls.length;
      actor.send(event);
      expect([state, event.type, actor.getSnapshot().value]).toEqual([state, event.type, before.value]);
      expect(actor.getSnapshot().context).toEqual(before.context);
      expect(calls).toHaveLength(asked);
    }
  }
});

test('R4.64 a path of the pages about signing in is not stored, and an earlier one stays', () => {
  for (const path of [
    '/auth',
    '/auth/',
    '/en/auth/email-verification',
    '/reset-password/abc?x=1',
    '/ru/registration#x',
    '/verify-account?token=1',
  ])
    expect([path, isAuthPage(path), redirectPathFrom(path, '/megstamiausios')]).toEqual([
      path,
      true,
      '/megstamiausios',
    ]);
  for (const path of ['/p/authentic-5', '/krepselis?x=/auth', '/', '/en/cart', '/p/auth'])
    expect([path, redirectPathFrom(path, '/megstamiausios')]).toEqual([path, path]);
});

test('R4.65 a path of another site is not stored, and an earlier one stays', () => {
  for (const path of ['https://evil.example', '//evil.example', '/\\evil.example'])
    expect([path, redirectPathFrom(path, null), redirectPathFrom(path, '/krepselis')]).toEqual([
      path,
      null,
      '/krepselis',
    ]);
});
