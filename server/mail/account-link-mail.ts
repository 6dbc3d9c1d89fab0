/** Mails with a link that acts for an account: the link is its reader's alone (contract ACC-05 to ACC-09). */
import { brand } from '#lib/brand.ts';
import { defaultLocale } from '#contract/locale.ts';
import { routePattern } from '#contract/route-table.ts';
import type { Seller } from '#server/database/schema-catalogue.ts';
import { composeDeletionMail } from './account-deletion-mail.ts';
import { composeVerificationMail } from './account-mail.ts';
import { letter } from './letter.ts';
import type { AccountMailKind, MailOf } from './mail-kinds.ts';

interface Words {
  subject: string;
  lead: string;
  /** For who did not ask for it. */
  ignore: string;
  bye: string;
}

const reset: Record<string, Words> = {
  lt: {
    subject: 'Naujas slaptažodis',
    lead: `Gavome prašymą pakeisti Jūsų paskyros parduotuvėje „${brand.name}“ slaptažodį. Naują pasirinksite čia; nuoroda tinka vieną kartą ir galioja 24 valandas:`,
    ignore: 'Jei to neprašėte, šio laiško galite nepaisyti: slaptažodis liks toks pat.',
    bye: `Jūsų „${brand.name}“`,
  },
  en: {
    subject: 'Choose a new password',
    lead: `We were asked to change the password of your ${brand.name} account. Choose a new one here; the link works once, for 24 hours:`,
    ignore: 'If you did not ask for it, you can ignore this message: the password stays as it is.',
    bye: `Your ${brand.name}`,
  },
  et: {
    subject: 'Uus parool',
    lead: `Meil paluti muuta teie parooli poes ${brand.name}. Uue saate valida siin; link töötab ühe korra ja kehtib 24 tundi:`,
    ignore: 'Kui te seda ei palunud, võite selle kirja tähelepanuta jätta: parool ei muutu.',
    bye: `Teie ${brand.name}`,
  },
  ru: {
    subject: 'Новый пароль',
    lead: `Нас попросили сменить пароль вашей учётной записи «${brand.name}». Выберите новый здесь; ссылка действует один раз и 24 часа:`,
    ignore: 'Если вы этого не просили, не обращайте внимания на это письмо: пароль останется прежним.',
    bye: `Ваш «${brand.name}»`,
  },
};

/** `lead` stands before the sign-in page, `forgotten` before the link of a new password. */
const known: Record<string, Words & { forgotten: string }> = {
  lt: {
    subject: 'Jūs jau turite paskyrą',
    lead: `Kažkas, tikriausiai Jūs, su šiuo adresu kūrė paskyrą parduotuvėje „${brand.name}“. Ji jau yra. Prisijunkite čia:`,
    forgotten:
      'Neprisimenate slaptažodžio? Pasirinkite naują; nuoroda tinka vieną kartą ir galioja 24 valandas:',
    ignore: 'Jei tai buvote ne Jūs, šio laiško galite nepaisyti: niekas nepasikeitė.',
    bye: `Jūsų „${brand.name}“`,
  },
  en: {
    subject: 'You already have an account',
    lead: `Somebody, most likely you, was making an ${brand.name} account with this address. There is one already. Sign in here:`,
    forgotten: 'Forgotten the password? Choose a new one; the link works once, for 24 hours:',
    ignore: 'If it was not you, you can ignore this message: nothing has changed.',
    bye: `Your ${brand.name}`,
  },
  et: {
    subject: 'Teil on juba konto',
    lead: `Keegi, arvatavasti teie, lõi selle aadressiga kontot poes ${brand.name}. See on juba olemas. Logige sisse siin:`,
    forgotten: 'Kas parool on meelest läinud? Valige uus; link töötab ühe korra ja kehtib 24 tundi:',
    ignore: 'Kui see ei olnud teie, võite selle kirja tähelepanuta jätta: midagi ei ole muutunud.',
    bye: `Teie ${brand.name}`,
  },
  ru: {
    subject: 'У вас уже есть учётная запись',
    lead: `Кто-то, скорее всего вы, создавал учётную запись «${brand.name}» с этим адресом. Она уже есть. Войдите здесь:`,
    forgotten: 'Забыли пароль? Выберите новый; ссылка действует один раз и 24 часа:',
    ignore: 'Если это были не вы, не обращайте внимания на это письмо: ничего не изменилось.',
    bye: `Ваш «${brand.name}»`,
  },
};

export function composeAccountLink(
  services: { publicUrl: string | undefined; seller: Seller },
  { kind, payload: { origin, token }, locale }: MailOf<AccountMailKind> & { locale: string },
) {
  const { seller } = services;
  const localePath = locale === defaultLocale ? '' : locale;
  const root = services.publicUrl ?? origin;
  const at = (path: string) => `${root}${localePath === '' ? '' : `/${localePath}`}${path}`;
  if (kind === 'account_verification') {
    const url = at(`/verify-account?token=${token}`);
    return { ...composeVerificationMail({ locale, url, seller }), attachments: [] };
  }
  if (kind === 'account_deletion') return composeDeletionMail({ locale, root, token, seller });
  const newPassword = new URL(at(`/reset-password/${token}`));
  if (kind === 'password_reset') {
    const words = wordsIn(reset, locale);
    const parts = [words.lead, newPassword, words.ignore];
    return { ...letter(locale, seller, words.subject, words.bye, parts), attachments: [] };
  }
  const words = wordsIn(known, locale);
  const signIn = new URL(root + routePattern('AUTH', locale, localePath));
  const parts = [words.lead, signIn, words.forgotten, newPassword, words.ignore];
  return { ...letter(locale, seller, words.subject, words.bye, parts), attachments: [] };
}

function wordsIn<T>(words: Record<string, T>, locale: string): T {
  const found = words[locale] ?? words[defaultLocale];
  if (!found) throw new Error('No words for this mail.');
  return found;
}
