/**
 * A notification when an order that waited was placed or needs an answer, for pages that nobody looks at and for the
 * worker. Said in the language of the order.
 */
import { inLocale } from '#contract/locale.ts';
import { routePattern } from '#contract/route-table.ts';
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { withdrawnIntent } from '#domain/waiting/waiting-orders.ts';
import { withoutCatalogue } from '#locales/without-catalogue.ts';

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
      const words = inLocale(withoutCatalogue, one.locale).notice;
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
