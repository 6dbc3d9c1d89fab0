/** The mails about the end of an account (contract 3.6). */
import { brand } from '#lib/brand.ts';
import { accountPages } from '#contract/account-pages.ts';
import { defaultLocale } from '#contract/locale.ts';
import { routePattern } from '#contract/route-table.ts';
import type { Seller } from '#server/database/schema-catalogue.ts';
import { letter } from './letter.ts';

interface Words {
  subject: string;
  /** Parts before the link, and after it. */
  before: string[];
  after: string[];
  bye: string;
}

const asked: Record<string, Words> = {
  lt: {
    subject: 'Jūsų paskyra bus ištrinta po 24 valandų',
    before: [
      `Gavome prašymą ištrinti Jūsų paskyrą parduotuvėje „${brand.name}“. Ji bus ištrinta po 24 valandų kartu su adresais, mėgstamiausiomis prekėmis ir lojalumo kortele. Užsakymų dokumentus saugome, kiek reikalauja įstatymai.`,
      'Jei persigalvojote, prisijunkite ir atšaukite ištrynimą; nuoroda galioja 24 valandas:',
    ],
    after: ['Jei to neprašėte, atšaukite ištrynimą ir pakeiskite slaptažodį.'],
    bye: `Jūsų „${brand.name}“`,
  },
  en: {
    subject: 'Your account will be deleted in 24 hours',
    before: [
      `We were asked to delete your ${brand.name} account. It will be deleted in 24 hours, with its addresses, wishlist and loyalty card. Papers of orders are kept for as long as the law demands.`,
      'If you have changed your mind, sign in and cancel the deletion; the link works for 24 hours:',
    ],
    after: ['If you did not ask for it, cancel the deletion and change your password.'],
    bye: `Your ${brand.name}`,
  },
  et: {
    subject: 'Teie konto kustutatakse 24 tunni pärast',
    before: [
      `Meil paluti kustutada teie konto poes ${brand.name}. See kustutatakse 24 tunni pärast koos aadresside, lemmikute ja kliendikaardiga. Tellimuste dokumente säilitame nii kaua, kui seadus nõuab.`,
      'Kui mõtlesite ümber, logige sisse ja tühistage kustutamine; link kehtib 24 tundi:',
    ],
    after: ['Kui te seda ei palunud, tühistage kustutamine ja vahetage parool.'],
    bye: `Teie ${brand.name}`,
  },
  ru: {
    subject: 'Ваш кабинет будет удалён через 24 часа',
    before: [
      `Нас попросили удалить вашу учётную запись «${brand.name}». Она будет удалена через 24 часа вместе с адресами, избранным и картой лояльности. Документы заказов мы храним столько, сколько требует закон.`,
      'Если вы передумали, войдите и отмените удаление; ссылка действует 24 часа:',
    ],
    after: ['Если вы этого не просили, отмените удаление и смените пароль.'],
    bye: `Ваш «${brand.name}»`,
  },
};

const kept: Record<string, Words> = {
  lt: {
    subject: 'Jūsų paskyra neištrinta',
    before: [
      `Jūsų paskyros parduotuvėje „${brand.name}“ neištrynėme: joje yra dar neįvykdytų užsakymų. Kai jie bus įvykdyti, ištrynimo galėsite paprašyti iš naujo.`,
    ],
    after: [],
    bye: `Jūsų „${brand.name}“`,
  },
  en: {
    subject: 'Your account was not deleted',
    before: [
      `We have not deleted your ${brand.name} account: it has orders that are still pending. Once they are completed you can ask for it again.`,
    ],
    after: [],
    bye: `Your ${brand.name}`,
  },
  et: {
    subject: 'Teie kontot ei kustutatud',
    before: [
      `Me ei kustutanud teie kontot poes ${brand.name}: selles on veel täitmata tellimusi. Kui need on täidetud, saate kustutamist uuesti paluda.`,
    ],
    after: [],
    bye: `Teie ${brand.name}`,
  },
  ru: {
    subject: 'Ваш кабинет не удалён',
    before: [
      `Мы не удалили вашу учётную запись «${brand.name}»: в ней есть невыполненные заказы. Когда они будут выполнены, вы сможете попросить об удалении снова.`,
    ],
    after: [],
    bye: `Ваш «${brand.name}»`,
  },
};

const wordsIn = (words: Record<string, Words>, locale: string): Words =>
  words[locale] ?? words[defaultLocale] ?? { subject: '', before: [], after: [], bye: '' };

/** @param given `root`: origin of the link, `token`: of it */
export function composeDeletionMail(given: { locale: string; root: string; token: string; seller: Seller }) {
  const { locale, root, token, seller } = given;
  const { subject, before, after, bye } = wordsIn(asked, locale);
  const localePath = locale === defaultLocale ? '' : locale;
  const page = accountPages.DELETION_CANCEL[locale === defaultLocale ? 'lt' : 'other'];
  const account = routePattern('ACCOUNT_DASHBOARD', locale, localePath);
  const link = new URL(`${root}${account}/${page.replace(':cancelToken', token)}`);
  return { ...letter(locale, seller, subject, bye, [...before, link, ...after]), attachments: [] };
}

export function composeKeptMail(given: { locale: string; seller: Seller }) {
  const { locale, seller } = given;
  const { subject, before, bye } = wordsIn(kept, locale);
  return { ...letter(locale, seller, subject, bye, before), attachments: [] };
}
