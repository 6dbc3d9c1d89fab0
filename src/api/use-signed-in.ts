import { useSyncExternalStore } from 'react';
import { isSignedIn, onSignInChange } from './session-tokens.ts';

/** Whether somebody is signed in on this device; false on the server, whose pages are all a guest's. */
export const useSignedIn = (): boolean => useSyncExternalStore(onSignInChange, isSignedIn, () => false);
