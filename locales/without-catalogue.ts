/**
 * What is said where no catalogue of texts is: by the worker, and by a page whose scripts or facts did not come. The last two
 * are said in all languages at once, since which of them is spoken there is not known.
 */
import type { Locale } from '#contract/locale.ts';

interface Words {
  /** Of an order that waited. */
  notice: {
    placed: string;
    placedBody: string;
    asks: string;
    asksBody: string;
    stopped: string;
    stoppedBody: string;
  };
  noConnection: string;
  /** No script of the page came. */
  notOpened: string;
}

export const withoutCatalogue: Record<Locale, Words> = {
  lt: {
    notice: {
      placed: 'Užsakymas pateiktas',
      placedBody: 'Jūsų laukęs užsakymas gautas.',
      asks: 'Užsakymas laukia jūsų atsakymo',
      asksBody: 'Kol nebuvo ryšio, kai kas pasikeitė. Peržiūrėkite ir nuspręskite.',
      stopped: 'Užsakymas sustabdytas',
      stoppedBody: 'Niekas neužsakyta.',
    },
    noConnection: 'Nėra ryšio. Parduotuvė atsivers, kai jis bus.',
    notOpened: 'Parduotuvė neatsivėrė.',
  },
  en: {
    notice: {
      placed: 'Order placed',
      placedBody: 'The order that waited was received.',
      asks: 'An order needs your answer',
      asksBody: 'Something changed while there was no connection. Look and decide.',
      stopped: 'The order was stopped',
      stoppedBody: 'Nothing was ordered.',
    },
    noConnection: 'No connection.',
    notOpened: 'The shop did not open.',
  },
  et: {
    notice: {
      placed: 'Tellimus esitatud',
      placedBody: 'Teie ootel tellimus on vastu võetud.',
      asks: 'Tellimus ootab teie vastust',
      asksBody: 'Ühenduseta ajal midagi muutus. Vaadake üle ja otsustage.',
      stopped: 'Tellimus on peatatud',
      stoppedBody: 'Midagi ei tellitud.',
    },
    noConnection: 'Ühendus puudub.',
    notOpened: 'Pood ei avanenud.',
  },
  ru: {
    notice: {
      placed: 'Заказ оформлен',
      placedBody: 'Ваш ожидавший заказ получен.',
      asks: 'Заказ ждёт вашего ответа',
      asksBody: 'Пока не было связи, кое-что изменилось. Посмотрите и решите.',
      stopped: 'Заказ остановлен',
      stoppedBody: 'Ничего не заказано.',
    },
    noConnection: 'Нет связи.',
    notOpened: 'Магазин не открылся.',
  },
};

/** Its link, in the default language. */
export const againWords = 'Bandyti dar kartą ↻';
