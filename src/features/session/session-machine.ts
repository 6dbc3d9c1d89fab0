/**
 * The order of signing in as a chart (R0.31, R4.63, specification section 4): by password, or through a social provider,
 * which may end at the page that asks for an e-mail; then the steps that follow a sign-in, until somebody leaves. What
 * is asked of shop and provider is done by the actors that the screen provides. An event that the current state does not
 * know changes nothing (R0.32).
 */
import { assign, fromPromise, setup } from 'xstate';
import type { Credentials, Customer, TokenPair } from '#contract/customers.ts';
import { redirectPathFrom } from './redirect-path.ts';
import {
  isMailSent,
  socialOf,
  wantsEmail,
  withConnection,
  type SocialConnection,
  type SocialProfile,
  type SocialProvider,
  type SocialSignIn,
} from './social-sign-in.ts';

export type SessionEvent =
  | { type: 'LOGIN'; credentials: Credentials }
  | { type: 'SOCIAL'; provider: SocialProvider }
  /** The e-mail that finishes a social sign-in. */
  | { type: 'VERIFY_EMAIL'; email: string }
  /** Away from the page that asks for an e-mail. */
  | { type: 'BACK' }
  /** A page that wants somebody signed in sent the visitor here. */
  | { type: 'REMEMBER_PATH'; path: string }
  | { type: 'RESET' }
  | { type: 'LOGOUT' }
  /** The shop has ended the sign-in. */
  | { type: 'SESSION_LOST' };

interface AuthState {
  authResult: TokenPair | null;
  /** Who signed in, or what the provider said of somebody who is about to. */
  userInfo: Customer | SocialProfile | null;
  /** Where to go after the sign-in; null = home. */
  redirectPath: string | null;
}
interface SessionContext extends AuthState {
  error: unknown;
  social: SocialSignIn | null;
}

/** The three fields of the specification's auth state, empty (R3.71). */
const emptyAuthState: AuthState = { authResult: null, userInfo: null, redirectPath: null };

/** An actor that was not provided refuses: the chart alone never pretends to have signed anybody in. */
const notProvided = () => Promise.reject(new Error('No actor'));

export const sessionMachine = setup({
  types: {} as {
    context: SessionContext;
    /** The pair that the device holds, if any. */
    input: { tokens: TokenPair | null; redirectPath?: string | null };
    /** `busy`: the form of the password waits for the shop; `verification`: the page that asks for an e-mail is shown. */
    tags: 'busy' | 'verification';
    events: SessionEvent;
  },
  actors: {
    /** Whether the shop still knows the sign-in that the device holds; no answer of it counts as yes. */
    resume: fromPromise<boolean>(notProvided),
    login: fromPromise<TokenPair, Credentials>(notProvided),
    connect: fromPromise<SocialConnection, SocialProvider>(notProvided),
    readProfile: fromPromise<SocialProfile, SocialSignIn>(notProvided),
    exchange: fromPromise<TokenPair, SocialSignIn>(notProvided),
    join: fromPromise<Customer | null, TokenPair>(notProvided),
    leave: fromPromise<unknown>(notProvided),
  },
  actions: {
    rememberPath: assign({
      redirectPath: ({ context, event }) =>
        event.type === 'REMEMBER_PATH'
          ? redirectPathFrom(event.path, context.redirectPath)
          : context.redirectPath,
    }),
    forgetSignIn: assign({ ...emptyAuthState, redirectPath: ({ context }) => context.redirectPath }),
  },
  guards: {
    startsSignedIn: ({ context }) => context.authResult !== null,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    ...emptyAuthState,
    authResult: input.tokens,
    redirectPath: input.redirectPath ?? null,
    error: null,
    social: null,
  }),
  initial: 'resuming',
  states: {
    resuming: { always: [{ guard: 'startsSignedIn', target: 'recalling' }, { target: 'signedOut' }] },

    /** What lies on the device may be long over: nobody is greeted, or led away from the form, before the shop has said so. */
    recalling: {
      invoke: {
        src: 'resume',
        onDone: [
          { guard: ({ event }) => event.output, target: 'signedIn' },
          { target: 'signedOut', actions: assign({ authResult: null }) },
        ],
        onError: 'signedIn',
      },
      on: {
        LOGIN: { target: 'authenticating', actions: assign({ error: null, authResult: null }) },
        REMEMBER_PATH: { actions: 'rememberPath' },
        LOGOUT: 'leaving',
        SESSION_LOST: { target: 'signedOut', actions: assign({ authResult: null }) },
      },
    },

    signedOut: {
      on: {
        LOGIN: { target: 'authenticating', actions: assign({ error: null }) },
        SOCIAL: {
          target: 'connecting',
          actions: assign({
            error: null,
            social: ({ event }) => ({ provider: event.provider, accessToken: '' }),
          }),
        },
        REMEMBER_PATH: { actions: 'rememberPath' },
        // The redirect path outlives a failed sign-in (R4.04).
        RESET: { actions: assign({ authResult: null, userInfo: null, error: null, social: null }) },
      },
    },

    authenticating: {
      tags: 'busy',
      invoke: {
        src: 'login',
        input: ({ event }) => (event.type === 'LOGIN' ? event.credentials : { email: '', password: '' }),
        onDone: { target: 'joining', actions: assign({ authResult: ({ event }) => event.output }) },
        onError: { target: 'signedOut', actions: assign({ error: ({ event }) => event.error }) },
      },
    },

    /** The provider's own window. */
    connecting: {
      invoke: {
        src: 'connect',
        input: ({ context }) => context.social?.provider ?? 'facebook',
        onDone: [
          {
            guard: ({ context, event }) =>
              event.output.isConnected && context.social?.provider === 'facebook',
            target: 'readingProfile',
            actions: assign({ social: ({ context, event }) => withConnection(context.social, event.output) }),
          },
          {
            guard: ({ event }) => event.output.isConnected,
            target: 'exchanging',
            actions: assign({ social: ({ context, event }) => withConnection(context.social, event.output) }),
          },
          // The person closed the window: nothing went wrong.
          { target: 'signedOut', actions: assign({ social: null }) },
        ],
        onError: {
          target: 'signedOut',
          actions: assign({ error: ({ event }) => event.error, social: null }),
        },
      },
    },
    readingProfile: {
      invoke: {
        src: 'readProfile',
        input: ({ context }) => socialOf(context.social),
        onDone: {
          target: 'exchanging',
          actions: assign({
            userInfo: ({ event }) => event.output,
            social: ({ context, event }) => ({ ...socialOf(context.social), email: event.output.email }),
          }),
        },
        onError: {
          target: 'signedOut',
          actions: assign({ error: ({ event }) => event.error, social: null }),
        },
      },
    },
    exchanging: {
      invoke: {
        src: 'exchange',
        input: ({ context }) => socialOf(context.social),
        onDone: {
          target: 'joining',
          actions: assign({ authResult: ({ event }) => event.output, social: null }),
        },
        onError: [
          { guard: ({ event }) => wantsEmail(event.error), target: 'emailVerification' },
          { target: 'signedOut', actions: assign({ error: ({ event }) => event.error, social: null }) },
        ],
      },
    },

    emailVerification: {
      tags: 'verification',
      on: {
        VERIFY_EMAIL: {
          target: 'verifying',
          actions: assign({
            error: null,
            social: ({ context, event }) => ({ ...socialOf(context.social), email: event.email }),
          }),
        },
        BACK: { target: 'signedOut', actions: assign({ error: null, social: null, userInfo: null }) },
      },
    },
    verifying: {
      tags: 'verification',
      invoke: {
        src: 'exchange',
        input: ({ context }) => socialOf(context.social),
        onDone: {
          target: 'joining',
          actions: assign({ authResult: ({ event }) => event.output, social: null }),
        },
        onError: [
          { guard: ({ event }) => isMailSent(event.error), target: 'verificationSent' },
          { target: 'emailVerification', actions: assign({ error: ({ event }) => event.error }) },
        ],
      },
    },
    /** A mail with a link is on its way; the link signs in. */
    verificationSent: {
      tags: 'verification',
      on: { BACK: { target: 'signedOut', actions: assign({ social: null, userInfo: null }) } },
    },

    /** The steps after a sign-in; one of them that fails stops nobody from being signed in (R4.59). */
    joining: {
      tags: 'busy',
      invoke: {
        src: 'join',
        input: ({ context }) => context.authResult ?? { token: '', refreshToken: '' },
        onDone: {
          target: 'signedIn',
          actions: assign({ userInfo: ({ event }) => event.output, error: null }),
        },
        onError: { target: 'signedIn', actions: assign({ userInfo: null, error: null }) },
      },
      // The tokens are there: the page shows who is signed in, and the way out.
      on: { LOGOUT: 'leaving', SESSION_LOST: { target: 'signedOut', actions: 'forgetSignIn' } },
    },
    signedIn: {
      on: {
        LOGOUT: 'leaving',
        SESSION_LOST: { target: 'signedOut', actions: 'forgetSignIn' },
        // The page was left for the one it came from: the path has been used.
        RESET: { actions: assign({ redirectPath: null }) },
      },
    },
    leaving: {
      invoke: {
        src: 'leave',
        onDone: { target: 'signedOut', actions: assign({ ...emptyAuthState, error: null }) },
        onError: { target: 'signedOut', actions: assign({ ...emptyAuthState, error: null }) },
      },
    },
  },
});

/** Path of the page that belongs to a state of signing in, without the locale's prefix (R8.13, R8.14). */
export const authPathOf = (state: { hasTag: (tag: 'verification') => boolean }): string =>
  state.hasTag('verification') ? '/auth/email-verification' : '/auth';
