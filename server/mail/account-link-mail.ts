/** Mails with a link that acts for an account: the link is its reader's alone (contract ACC-05 to ACC-09). */
import { textsIn } from '#locales/server-texts.ts';
import { routePattern, type RouteName } from '#contract/route-table.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import { composeDeletionMail } from './account-deletion-mail.ts';
import { composeVerificationMail } from './account-mail.ts';
import { letter } from './letter.ts';
import type { AccountMailKind, MailOf } from './mail-kinds.ts';

export function composeAccountLink(
  services: { publicUrl: string | undefined; seller: Seller },
  { kind, payload: { origin, token }, locale }: MailOf<AccountMailKind> & { locale: string },
) {
  const { seller } = services;
  const root = services.publicUrl ?? origin;
  const at = (route: RouteName) => root + routePattern(route, locale).replace(':token', token);
  if (kind === 'account_verification') {
    const url = `${at('VERIFY_ACCOUNT')}?token=${token}`;
    return composeVerificationMail({ locale, url, seller });
  }
  if (kind === 'account_deletion') return composeDeletionMail({ locale, root, token, seller });
  const newPassword = new URL(at('RESET_PASSWORD'));
  if (kind === 'password_reset' || kind === 'account_begun_twice') {
    const { newPassword: changed, begunTwice } = textsIn(locale).mails;
    const words = kind === 'password_reset' ? changed : begunTwice;
    const parts = [words.lead, newPassword, words.ignore];
    return letter(locale, seller, words.subject, words.bye, parts);
  }
  const words = textsIn(locale).mails.knownAddress;
  const signIn = new URL(at('AUTH'));
  const parts = [words.lead, signIn, words.forgotten, newPassword, words.ignore];
  return letter(locale, seller, words.subject, words.bye, parts);
}
