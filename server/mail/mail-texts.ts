import { brand } from '#lib/brand.ts';

/** Sentences of the mails about an order, by locale. `{name}` is filled. */
export interface MailWords {
  hello: string;
  order_placed: { subject: string; lead: string };
  order_paid: { subject: string; lead: string };
  order_shipped: { subject: string; lead: string };
  /** `order_shipped` while a parcel of the order is not sent yet. */
  partShipped: { subject: string; lead: string };
  /** `order_shipped` where the buyer takes the goods at the warehouse. */
  collected: { subject: string; lead: string };
  partCollected: { subject: string; lead: string };
  /** `order_paid` once the goods are gone. */
  paidAfterwards: { subject: string; lead: string };
  preparing: string;
  order_cancelled: { subject: string; lead: string };
  order_refunded: { subject: string; lead: string };
  moneyBack: string;
  payment: string;
  payTransfer: string;
  payLater: string;
  payGateway: string;
  see: string;
  terms: string;
  items: string;
  delivery: string;
  total: string;
  tax: string;
  giftWrap: string;
  collectAt: string;
  sendTo: string;
  pickupAt: string;
  attached: string;
  invoiceAttached: string;
  payBy: string;
  tracking: string;
  note: string;
  invoiceFor: string;
  giftNote: string;
  bye: string;
}

const words: Record<string, MailWords> = {
  lt: {
    hello: 'Sveiki, {name},',
    order_placed: {
      subject: 'Užsakymas {number} gautas',
      lead: 'gavome Jūsų užsakymą {number}. Ačiū, kad perkate pas mus.',
    },
    order_paid: {
      subject: 'Užsakymas {number} apmokėtas',
      lead: 'gavome apmokėjimą už užsakymą {number}. Ruošiame prekes.',
    },
    order_shipped: { subject: 'Užsakymas {number} išsiųstas', lead: 'Jūsų užsakymas {number} pakeliui.' },
    partShipped: {
      subject: 'Dalis užsakymo {number} išsiųsta',
      lead: 'dalis Jūsų užsakymo {number} pakeliui.',
    },
    collected: {
      subject: 'Užsakymą {number} galite atsiimti',
      lead: 'Jūsų užsakymo {number} prekės atiduotos arba laukia Jūsų atsiėmimo vietoje.',
    },
    partCollected: {
      subject: 'Dalį užsakymo {number} galite atsiimti',
      lead: 'dalis Jūsų užsakymo {number} prekių atiduota arba laukia Jūsų atsiėmimo vietoje.',
    },
    paidAfterwards: {
      subject: 'Užsakymas {number} apmokėtas',
      lead: 'gavome apmokėjimą už užsakymą {number}. Ačiū.',
    },
    preparing: 'Dar ruošiame',
    order_cancelled: {
      subject: 'Užsakymas {number} atšauktas',
      lead: 'užsakymas {number} atšauktas. Jei tai netikėta, parašykite mums.',
    },
    order_refunded: {
      subject: 'Grąžinome pinigus už užsakymą {number}',
      lead: 'grąžinome jums {total} už atšauktą užsakymą {number}.',
    },
    moneyBack:
      'Sumokėtus {total} grąžinsime tuo pačiu būdu, kuriuo mokėjote. Kreditinė sąskaita yra užsakymo puslapyje.',
    payment: 'Mokėjimo būdas',
    payTransfer: 'Apmokėkite pavedimu į {iban} ({bank}), gavėjas {holder}, paskirtis {number}, suma {total}.',
    payLater: 'Atsiskaitysite atsiimdami prekes: {total}.',
    payGateway: 'Jei dar neapmokėjote, tai galite padaryti užsakymo puslapyje.',
    see: 'Užsakymo puslapis',
    items: 'Prekės',
    delivery: 'Pristatymas',
    total: 'Iš viso su PVM',
    tax: 'iš jų PVM',
    giftWrap: 'Dovanos įpakavimas',
    terms: 'Pirkimo taisyklės',
    collectAt: 'Atsiėmimas',
    sendTo: 'Adresas',
    pickupAt: 'Paštomatas',
    attached: 'Prisegame išankstinę sąskaitą.',
    invoiceAttached: 'Prisegame sąskaitą faktūrą.',
    payBy: 'Apmokėkite iki {day}.',
    tracking: 'Siuntos numeris: {number}',
    note: 'Jūsų pastaba: {note}',
    invoiceFor: 'Sąskaita įmonei: {company}',
    giftNote: 'Dovanos atviruko tekstas: {note}',
    bye: brand.name,
  },
  en: {
    hello: 'Hello {name},',
    order_placed: {
      subject: 'Order {number} received',
      lead: 'we have received your order {number}. Thank you for buying from us.',
    },
    order_paid: {
      subject: 'Order {number} paid',
      lead: 'we have received the payment for order {number} and are preparing the goods.',
    },
    order_shipped: { subject: 'Order {number} sent', lead: 'your order {number} is on its way.' },
    partShipped: {
      subject: 'Part of order {number} sent',
      lead: 'a part of your order {number} is on its way.',
    },
    collected: {
      subject: 'Order {number} is ready to collect',
      lead: 'the goods of your order {number} wait for you at the place of collection, or you have them already.',
    },
    partCollected: {
      subject: 'Part of order {number} is ready to collect',
      lead: 'a part of your order {number} waits for you at the place of collection, or you have it already.',
    },
    paidAfterwards: {
      subject: 'Order {number} paid',
      lead: 'we have received the payment for order {number}. Thank you.',
    },
    preparing: 'Still being prepared',
    order_cancelled: {
      subject: 'Order {number} cancelled',
      lead: 'order {number} has been cancelled. If this surprises you, write to us.',
    },
    order_refunded: {
      subject: 'Money returned for order {number}',
      lead: 'we have returned {total} to you for the cancelled order {number}.',
    },
    moneyBack:
      'We will return the {total} that you paid, the way you paid it. The credit note is on the page of the order.',
    payment: 'Payment',
    payTransfer: 'Please transfer {total} to {iban} ({bank}), payee {holder}, purpose {number}.',
    payLater: 'You pay when you get the goods: {total}.',
    payGateway: 'If you have not paid yet, you can do so on the page of the order.',
    see: 'Page of the order',
    items: 'Items',
    delivery: 'Delivery',
    total: 'Total with VAT',
    tax: 'of which VAT',
    giftWrap: 'Gift wrapping',
    terms: 'Terms of sale',
    collectAt: 'Collect at',
    sendTo: 'Address',
    pickupAt: 'Parcel locker',
    attached: 'The pre-invoice is attached.',
    invoiceAttached: 'The invoice is attached.',
    payBy: 'Please pay by {day}.',
    tracking: 'Tracking number: {number}',
    note: 'Your note: {note}',
    invoiceFor: 'Invoice to a company: {company}',
    giftNote: 'Card with the gift: {note}',
    bye: brand.name,
  },
  et: {
    hello: 'Tere, {name},',
    order_placed: {
      subject: 'Saime teie tellimuse {number}',
      lead: 'saime teie tellimuse {number}. Aitäh, et ostate meilt.',
    },
    order_paid: {
      subject: 'Tellimus {number} on makstud',
      lead: 'saime tellimuse {number} makse kätte ja paneme kauba valmis.',
    },
    order_shipped: { subject: 'Tellimus {number} on teel', lead: 'teie tellimus {number} on teel.' },
    partShipped: {
      subject: 'Osa tellimusest {number} on teel',
      lead: 'osa teie tellimusest {number} on teel.',
    },
    collected: {
      subject: 'Tellimus {number} on järeletulemiseks valmis',
      lead: 'teie tellimuse {number} kaup ootab teid väljastuskohas või on teile juba üle antud.',
    },
    partCollected: {
      subject: 'Osa tellimusest {number} on järeletulemiseks valmis',
      lead: 'osa teie tellimuse {number} kaubast ootab teid väljastuskohas või on teile juba üle antud.',
    },
    paidAfterwards: {
      subject: 'Tellimus {number} on makstud',
      lead: 'saime tellimuse {number} makse kätte. Aitäh.',
    },
    preparing: 'Paneme alles valmis',
    order_cancelled: {
      subject: 'Tellimus {number} on tühistatud',
      lead: 'tellimus {number} on tühistatud. Kui see on ootamatu, kirjutage meile.',
    },
    order_refunded: {
      subject: 'Tellimuse {number} raha on tagastatud',
      lead: 'tagastasime teile tühistatud tellimuse {number} eest {total}.',
    },
    moneyBack: 'Makstud {total} tagastame samal viisil, nagu maksite. Kreeditarve on tellimuse lehel.',
    payment: 'Makseviis',
    payTransfer: 'Palun kandke {total} kontole {iban} ({bank}), saaja {holder}, selgitus {number}.',
    payLater: 'Maksate kauba kättesaamisel: {total}.',
    payGateway: 'Kui te pole veel maksnud, saate seda teha tellimuse lehel.',
    see: 'Tellimuse leht',
    items: 'Tooted',
    delivery: 'Tarne',
    total: 'Kokku koos KM-ga',
    tax: 'sellest KM',
    giftWrap: 'Kingituse pakkimine',
    terms: 'Müügitingimused',
    collectAt: 'Kättesaamine',
    sendTo: 'Aadress',
    pickupAt: 'Pakiautomaat',
    attached: 'Ettemaksuarve on lisatud.',
    invoiceAttached: 'Arve on lisatud.',
    payBy: 'Palun makske hiljemalt {day}.',
    tracking: 'Saadetise number: {number}',
    note: 'Teie märkus: {note}',
    invoiceFor: 'Arve ettevõttele: {company}',
    giftNote: 'Kingituse kaardi tekst: {note}',
    bye: brand.name,
  },
  ru: {
    hello: 'Здравствуйте, {name}!',
    order_placed: {
      subject: 'Заказ {number} получен',
      lead: 'Мы получили ваш заказ {number}. Спасибо за покупку.',
    },
    order_paid: {
      subject: 'Заказ {number} оплачен',
      lead: 'Мы получили оплату заказа {number} и готовим товары.',
    },
    order_shipped: { subject: 'Заказ {number} отправлен', lead: 'Ваш заказ {number} в пути.' },
    partShipped: {
      subject: 'Часть заказа {number} отправлена',
      lead: 'Часть вашего заказа {number} в пути.',
    },
    collected: {
      subject: 'Заказ {number} можно получить',
      lead: 'Товары вашего заказа {number} ждут вас в месте получения или уже переданы вам.',
    },
    partCollected: {
      subject: 'Часть заказа {number} можно получить',
      lead: 'Часть товаров вашего заказа {number} ждёт вас в месте получения или уже передана вам.',
    },
    paidAfterwards: {
      subject: 'Заказ {number} оплачен',
      lead: 'Мы получили оплату заказа {number}. Спасибо.',
    },
    preparing: 'Ещё готовим',
    order_cancelled: {
      subject: 'Заказ {number} отменён',
      lead: 'Заказ {number} отменён. Если это неожиданно, напишите нам.',
    },
    order_refunded: {
      subject: 'Деньги за заказ {number} возвращены',
      lead: 'Мы вернули вам {total} за отменённый заказ {number}.',
    },
    moneyBack:
      'Уплаченные {total} мы вернём тем же способом, которым вы платили. Кредит-счёт – на странице заказа.',
    payment: 'Способ оплаты',
    payTransfer: 'Переведите {total} на счёт {iban} ({bank}), получатель {holder}, назначение {number}.',
    payLater: 'Вы платите при получении товаров: {total}.',
    payGateway: 'Если вы ещё не оплатили, это можно сделать на странице заказа.',
    see: 'Страница заказа',
    items: 'Товары',
    delivery: 'Доставка',
    total: 'Итого с НДС',
    tax: 'в том числе НДС',
    giftWrap: 'Подарочная упаковка',
    terms: 'Правила покупки',
    collectAt: 'Получение',
    sendTo: 'Адрес',
    pickupAt: 'Постамат',
    attached: 'Предварительный счёт приложен.',
    invoiceAttached: 'Счёт-фактура приложен.',
    payBy: 'Оплатите до {day}.',
    tracking: 'Номер отправления: {number}',
    note: 'Ваше примечание: {note}',
    invoiceFor: 'Счёт на организацию: {company}',
    giftNote: 'Текст открытки к подарку: {note}',
    bye: brand.name,
  },
};

const fallback = words['lt'] as MailWords;
export const mailWords = (locale: string): MailWords => words[locale] ?? fallback;
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
