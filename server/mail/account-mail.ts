/** The mails about an account. Text and HTML say the same. */
import { brand } from '#lib/brand.ts';
import type { Seller } from '#server/database/schema-catalogue.ts';
import { letter } from './letter.ts';
import { fill } from './mail-texts.ts';

interface Words {
  hello: string;
  subject: string;
  lead: string;
  /** For who did not ask for it. */
  ignore: string;
  bye: string;
}

const verification: Record<string, Words> = {
  lt: {
    hello: 'Sveiki,',
    subject: 'Patvirtinkite savo el. paštą',
    lead: `kad galėtumėte prisijungti prie savo paskyros parduotuvėje „${brand.name}“, patvirtinkite savo el. paštą. Nuoroda galioja 7 dienas:`,
    ignore: 'Jei paskyros nekūrėte, šio laiško galite nepaisyti.',
    bye: `Jūsų „${brand.name}“`,
  },
  en: {
    hello: 'Hello,',
    subject: 'Confirm your email',
    lead: `to sign in to your ${brand.name} account, please confirm your email. The link works for 7 days:`,
    ignore: 'If you have not made an account, you can ignore this message.',
    bye: `Your ${brand.name}`,
  },
  et: {
    hello: 'Tere!',
    subject: 'Kinnitage oma e-posti aadress',
    lead: `Poe ${brand.name} kontole sisselogimiseks kinnitage palun oma e-posti aadress. Link kehtib 7 päeva:`,
    ignore: 'Kui te ei ole kontot loonud, võite selle kirja tähelepanuta jätta.',
    bye: `Teie ${brand.name}`,
  },
  ru: {
    hello: 'Здравствуйте!',
    subject: 'Подтвердите адрес почты',
    lead: `Чтобы войти в учётную запись «${brand.name}», подтвердите адрес почты. Ссылка действует 7 дней:`,
    ignore: 'Если вы не создавали учётную запись, просто не отвечайте на это письмо.',
    bye: `Ваш «${brand.name}»`,
  },
};

const newsletter: Record<string, Omit<Words, 'hello'> & { stop: string }> = {
  lt: {
    subject: 'Patvirtinkite naujienlaiškio prenumeratą',
    lead: `Kažkas, tikriausiai jūs, nurodė šį adresą parduotuvės „${brand.name}“ naujienlaiškiui. Patvirtinkite, kad norite jį gauti. Nuoroda galioja 7 dienas:`,
    ignore: 'Jei naujienlaiškio neprašėte, šio laiško galite nepaisyti: nieko daugiau nesiųsime.',
    stop: 'Atsisakyti laiškų vienu paspaudimu:',
    bye: `Jūsų „${brand.name}“`,
  },
  en: {
    subject: 'Confirm your newsletter subscription',
    lead: `Somebody, most likely you, gave this address for the ${brand.name} newsletter. Please confirm that you want it. The link works for 7 days:`,
    ignore: 'If you did not ask for it, you can ignore this message: we will send nothing more.',
    stop: 'Stop the letters with one press:',
    bye: `Your ${brand.name}`,
  },
  et: {
    subject: 'Kinnitage uudiskirja tellimus',
    lead: `Keegi, arvatavasti teie, andis selle aadressi poe ${brand.name} uudiskirja jaoks. Palun kinnitage, et soovite seda. Link kehtib 7 päeva:`,
    ignore: 'Kui te uudiskirja ei tellinud, võite selle kirja tähelepanuta jätta: rohkem me ei kirjuta.',
    stop: 'Kirjadest loobumine ühe vajutusega:',
    bye: `Teie ${brand.name}`,
  },
  ru: {
    subject: 'Подтвердите подписку на рассылку',
    lead: `Кто-то, скорее всего вы, указал этот адрес для рассылки «${brand.name}». Подтвердите, что хотите её получать. Ссылка действует 7 дней:`,
    ignore: 'Если вы не подписывались, просто не отвечайте на это письмо: больше мы ничего не пришлём.',
    stop: 'Отказаться от писем одним нажатием:',
    bye: `Ваш «${brand.name}»`,
  },
};

/** Greets nobody by name: whoever signs up can type any words as theirs, and any address (T37). */
export function composeVerificationMail(given: { locale: string; url: string; seller: Seller }): {
  subject: string;
  text: string;
  html: string;
} {
  const words = verification[given.locale] ?? verification['lt'];
  if (!words) throw new Error('No words for this mail.');
  const { hello, subject, lead, ignore, bye } = words;
  return letter(given.locale, given.seller, subject, bye, [hello, lead, new URL(given.url), ignore]);
}

/** The letter that asks whose address it is, with the link that stops all letters (LAW-08). */
export function composeNewsletterMail(given: {
  locale: string;
  confirmUrl: string;
  stopUrl: string;
  seller: Seller;
}): { subject: string; text: string; html: string } {
  const words = newsletter[given.locale] ?? newsletter['lt'];
  if (!words) throw new Error('No words for this mail.');
  const { subject, bye, lead, ignore, stop } = words;
  return letter(given.locale, given.seller, subject, bye, [
    lead,
    new URL(given.confirmUrl),
    ignore,
    stop,
    new URL(given.stopUrl),
  ]);
}

const backInStock: Record<string, { subject: string; lead: string; once: string; bye: string }> = {
  lt: {
    subject: 'Vėl yra: {name}',
    lead: 'Prašėte pranešti, kai prekė „{name}“ vėl bus sandėlyje. Ji yra:',
    once: 'Tai vienintelis laiškas apie šią prekę: Jūsų prašymą ištrynėme.',
    bye: `Jūsų „${brand.name}“`,
  },
  en: {
    subject: 'Back in stock: {name}',
    lead: 'You asked us to tell you when “{name}” is in stock again. It is:',
    once: 'This is the only letter about it: your request has been deleted.',
    bye: `Your ${brand.name}`,
  },
  et: {
    subject: 'Taas laos: {name}',
    lead: 'Palusite teada anda, kui „{name}“ on taas laos. Nüüd on:',
    once: 'See on ainus kiri selle kohta: teie soov on kustutatud.',
    bye: `Teie ${brand.name}`,
  },
  ru: {
    subject: 'Снова в наличии: {name}',
    lead: 'Вы просили сообщить, когда товар «{name}» снова появится. Он есть:',
    once: 'Это единственное письмо о нём: ваш запрос удалён.',
    bye: `Ваш «${brand.name}»`,
  },
};

/** The one letter that a request to hear about goods leads to. */
export function composeStockMail(given: { locale: string; name: string; url: string; seller: Seller }) {
  const words = backInStock[given.locale] ?? backInStock['lt'];
  if (!words) throw new Error('No words for this mail.');
  const { name } = given;
  return letter(given.locale, given.seller, fill(words.subject, { name }), words.bye, [
    fill(words.lead, { name }),
    new URL(given.url),
    words.once,
  ]);
}

const stockRequest: Record<string, { subject: string; lead: string; stop: string; bye: string }> = {
  lt: {
    subject: 'Pranešime, kai vėl bus: {name}',
    lead: 'Gavome prašymą šiuo adresu pranešti, kai prekė „{name}“ vėl bus sandėlyje. Parašysime vieną kartą.',
    stop: 'Nebereikia arba prašėte ne Jūs? Atsisakykite:',
    bye: `Jūsų „${brand.name}“`,
  },
  en: {
    subject: 'We will tell you when it is back: {name}',
    lead: 'We were asked to write to this address when “{name}” is in stock again. We will write once.',
    stop: 'No longer needed, or it was not you? Take the request back:',
    bye: `Your ${brand.name}`,
  },
  et: {
    subject: 'Anname teada, kui taas laos: {name}',
    lead: 'Meil paluti sellele aadressile kirjutada, kui „{name}“ on taas laos. Kirjutame ühe korra.',
    stop: 'Pole enam vaja või ei palunud seda teie? Võtke soov tagasi:',
    bye: `Teie ${brand.name}`,
  },
  ru: {
    subject: 'Сообщим, когда появится: {name}',
    lead: 'Нас попросили написать на этот адрес, когда товар «{name}» снова появится. Мы напишем один раз.',
    stop: 'Больше не нужно или просили не вы? Отмените запрос:',
    bye: `Ваш «${brand.name}»`,
  },
};

/** Says what was asked for, with the link that takes it back (STK-03). */
export function composeStockRequestMail(given: {
  locale: string;
  name: string;
  url: string;
  seller: Seller;
}) {
  const words = stockRequest[given.locale] ?? stockRequest['lt'];
  if (!words) throw new Error('No words for this mail.');
  const { name } = given;
  return letter(given.locale, given.seller, fill(words.subject, { name }), words.bye, [
    fill(words.lead, { name }),
    words.stop,
    new URL(given.url),
  ]);
}

const reviews: Record<string, { subject: string; lead: string; last: string; bye: string }> = {
  lt: {
    subject: 'Kaip sekasi su prekėmis? Užsakymas {number}',
    lead: 'Jūsų užsakymas {number} įvykdytas. Parašykite, ką manote apie prekes – kitiems tai padeda išsirinkti.',
    last: 'Kiekviena nuoroda galioja 60 dienų ir vieną kartą. Prieš paskelbdami atsiliepimą perskaitome.',
    bye: `Jūsų „${brand.name}“`,
  },
  en: {
    subject: 'How are the goods? Order {number}',
    lead: 'Your order {number} is complete. Tell us what you think of the goods: it helps others to choose.',
    last: 'Each link works for 60 days and once. We read a review before it is shown.',
    bye: `Your ${brand.name}`,
  },
  et: {
    subject: 'Kuidas kaubad on? Tellimus {number}',
    lead: 'Teie tellimus {number} on täidetud. Kirjutage, mida kaupadest arvate: see aitab teistel valida.',
    last: 'Iga link kehtib 60 päeva ja ühe korra. Loeme arvustuse enne avaldamist läbi.',
    bye: `Teie ${brand.name}`,
  },
  ru: {
    subject: 'Как вам товары? Заказ {number}',
    lead: 'Ваш заказ {number} выполнен. Напишите, что думаете о товарах: это поможет выбрать другим.',
    last: 'Каждая ссылка действует 60 дней и один раз. Перед публикацией мы читаем отзыв.',
    bye: `Ваш «${brand.name}»`,
  },
};

/** Asks a buyer what they think, with a link for each product. */
export function composeReviewMail(given: {
  locale: string;
  number: string;
  goods: readonly { name: string; url: string }[];
  seller: Seller;
}) {
  const words = reviews[given.locale] ?? reviews['lt'];
  if (!words) throw new Error('No words for this mail.');
  const { number } = given;
  const goods = given.goods.flatMap(({ name, url }) => [name, new URL(url)]);
  return letter(given.locale, given.seller, fill(words.subject, { number }), words.bye, [
    fill(words.lead, { number }),
    ...goods,
    words.last,
  ]);
}
