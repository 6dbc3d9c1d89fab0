/**
 * Signing in through a social provider (contract ACC-03): what its window says, what the shop is then asked, and which answers of
 * the shop lead to the page that asks for an e-mail. The order of the steps is the chart's (`session-machine.ts`).
 */
import { ApiError } from '#api/api-error.ts';

/** A social network, whose profile is read in a call of its own, and a search engine's account. */
export type SocialProvider = 'facebook' | 'google';

/** What the provider's own window said. */
export interface SocialConnection {
  isConnected: boolean;
  accessToken: string;
  email?: string | undefined;
}
export interface SocialProfile {
  email?: string | undefined;
  name?: string | undefined;
}
/** ACC-03. */
export interface SocialSignIn {
  provider: SocialProvider;
  accessToken: string;
  email?: string | undefined;
}

/** The shop needs an e-mail, or waits until one is confirmed: both lead to the page that asks for it. */
export const wantsEmail = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 423);
/** The mail is on its way: what the verification page calls success. */
export const isMailSent = (error: unknown): boolean => error instanceof ApiError && error.status === 423;

/** What is known of the sign-in that is under way. */
export const socialOf = (social: SocialSignIn | null): SocialSignIn =>
  social ?? { provider: 'facebook', accessToken: '' };
/** The same with what the provider's window said. */
export const withConnection = (
  social: SocialSignIn | null,
  { accessToken, email }: SocialConnection,
): SocialSignIn => ({ ...socialOf(social), accessToken, email });
