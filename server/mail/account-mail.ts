/** The mails about an account. Text and HTML say the same. */
import type { Seller } from '#server/payment/seller.ts';
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
    hello: 'Sveiki, {name},',
    subject: 'Patvirtinkite savo el. paštą',
    lead: 'kad galėtumėte prisijungti prie „Arimo“ paskyros, patvirtinkite savo el. paštą. Nuoroda galioja 7 dienas:',
    ignore: 'Jei paskyros nekūrėte, šio laiško galite nepaisyti.',
    bye: 'Jūsų „Arimas“',
  },
  en: {
    hello: 'Hello {name},',
    subject: 'Confirm your email',
    lead: 'to sign in to your Arimas account, please confirm your email. The link works for 7 days:',
    ignore: 'If you have not made an account, you can ignore this message.',
    bye: 'Your Arimas',
  },
  et: {
    hello: 'Tere, {name}!',
    subject: 'Kinnitage oma e-posti aadress',
    lead: 'Arimase kontole sisselogimiseks kinnitage palun oma e-posti aadress. Link kehtib 7 päeva:',
    ignore: 'Kui te ei ole kontot loonud, võite selle kirja tähelepanuta jätta.',
    bye: 'Teie Arimas',
  },
  ru: {
    hello: 'Здравствуйте, {name}!',
    subject: 'Подтвердите адрес почты',
    lead: 'Чтобы войти в учётную запись «Arimas», подтвердите адрес почты. Ссылка действует 7 дней:',
    ignore: 'Если вы не создавали учётную запись, просто не отвечайте на это письмо.',
    bye: 'Ваш «Arimas»',
  },
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

export function composeVerificationMail(given: {
  name: string;
  locale: string;
  url: string;
  seller: Seller;
}): { subject: string; text: string; html: string } {
  const words = verification[given.locale] ?? verification['lt'];
  if (!words) throw new Error('No words for this mail.');
  const { subject, lead, ignore, bye } = words;
  // Without a name the greeting is the word alone.
  const hello =
    given.name === '' ? words.hello.replace(/[, ]*\{name\}/, '') : fill(words.hello, { name: given.name });
  const sign = `${bye}\n${given.seller.name}, ${given.seller.email}`;
  return {
    subject,
    text: [hello, lead, given.url, ignore, sign].join('\n\n'),
    html: `<!doctype html><html lang="${escape(given.locale)}"><body>${[
      `<p>${escape(hello)}</p>`,
      `<p>${escape(lead)}</p>`,
      `<p><a href="${escape(given.url)}">${escape(given.url)}</a></p>`,
      `<p>${escape(ignore)}</p>`,
      `<p>${escape(sign).replaceAll('\n', '<br>')}</p>`,
    ].join('')}</body></html>`,
  };
}
