/**
 * A notification when an order that waited was placed or needs an answer, for pages that nobody looks at and for the
 * worker. The worker has no catalogue of texts, so these few stand here, in the language of the order.
 */
import { inLocale, type Locale } from '#contract/locale.ts';
import { routePattern } from '#contract/route-table.ts';
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { withdrawnIntent } from '#domain/waiting/waiting-orders.ts';

interface Words {
  placed: string;
  placedBody: string;
  asks: string;
  asksBody: string;
  stopped: string;
  stoppedBody: string;
}

const texts: Record<Locale, Words> = {
  lt: {
    placed: 'Užsakymas pateiktas',
    placedBody: 'Jūsų laukęs užsakymas gautas.',
    asks: 'Užsakymas laukia jūsų atsakymo',
    asksBody: 'Kol nebuvo ryšio, kai kas pasikeitė. Peržiūrėkite ir nuspręskite.',
    stopped: 'Užsakymas sustabdytas',
    stoppedBody: 'Niekas neužsakyta.',
  },
  en: {
    placed: 'Order placed',
    placedBody: 'The order that waited was received.',
    asks: 'An order needs your answer',
    asksBody: 'Something changed while there was no connection. Look and decide.',
    stopped: 'The order was stopped',
    stoppedBody: 'Nothing was ordered.',
  },
  et: {
    placed: 'Tellimus esitatud',
    placedBody: 'Teie ootel tellimus on vastu võetud.',
    asks: 'Tellimus ootab teie vastust',
    asksBody: 'Ühenduseta ajal midagi muutus. Vaadake üle ja otsustage.',
    stopped: 'Tellimus on peatatud',
    stoppedBody: 'Midagi ei tellitud.',
  },
  ru: {
    placed: 'Заказ оформлен',
    placedBody: 'Ваш ожидавший заказ получен.',
    asks: 'Заказ ждёт вашего ответа',
    asksBody: 'Пока не было связи, кое-что изменилось. Посмотрите и решите.',
    stopped: 'Заказ остановлен',
    stoppedBody: 'Ничего не заказано.',
  },
};

export interface OrderNotice {
  title: string;
  body: string;
  /** Path that a press opens. */
  path: string;
}

type Seen = Pick<WaitingCommand, 'id' | 'kind' | 'state' | 'locale' | 'answer'>;
const isOrder = ({ kind }: Seen) => kind === 'placeIntent';
const isUnderWay = ({ state }: Seen) => state === 'queued' || state === 'sending';

/** What became of orders between two looks at the outbox. One that was taken back by hand says nothing. */
export function orderNotices(before: readonly Seen[], after: readonly Seen[]): OrderNotice[] {
  return before
    .filter((one) => isOrder(one) && isUnderWay(one))
    .flatMap((one) => {
      const now = after.find(({ id }) => id === one.id);
      if (!now || isUnderWay(now)) return [];
      const words = inLocale(texts, one.locale);
      const path = routePattern('WAITING', one.locale);
      if (now.state === 'confirmed') return [{ title: words.placed, body: words.placedBody, path }];
      return [
        now.answer?.errorCode === withdrawnIntent
          ? { title: words.stopped, body: words.stoppedBody, path }
          : { title: words.asks, body: words.asksBody, path },
      ];
    });
}

/** Shows them, if the shopper allowed it. */
export async function showNotices(
  registration: ServiceWorkerRegistration,
  notices: readonly OrderNotice[],
): Promise<void> {
  for (const { title, body, path } of notices) {
    await registration
      .showNotification(title, {
        body,
        icon: '/icons/icon-192.png',
        badge: '/icons/monochrome-512.png',
        tag: 'order',
        data: { path },
      })
      // A notice that is not allowed: the order’s state stands on the page.
      .catch(() => {});
  }
}
