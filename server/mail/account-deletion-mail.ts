/** The mails about the end of an account (contract 3.6). */
import { textsIn } from '#locales/server-texts.ts';
import { accountPattern } from '#contract/account-pages.ts';
import { routePattern } from '#contract/route-table.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import { letter } from './letter.ts';

/** @param given `root`: origin of the link, `token`: of it */
export function composeDeletionMail(given: { locale: string; root: string; token: string; seller: Seller }) {
  const { locale, root, token, seller } = given;
  const { subject, before, after, bye } = textsIn(locale).mails.deletionAsked;
  const page = accountPattern('DELETION_CANCEL', locale);
  const account = routePattern('ACCOUNT_DASHBOARD', locale);
  const link = new URL(`${root}${account}/${page.replace(':cancelToken', token)}`);
  return letter(locale, seller, subject, bye, [...before, link, ...after]);
}

export function composeKeptMail(given: { locale: string; seller: Seller }) {
  const { locale, seller } = given;
  const { subject, before, bye } = textsIn(locale).mails.deletionRefused;
  return letter(locale, seller, subject, bye, before);
}
