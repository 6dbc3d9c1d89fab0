/** The one way from the shop's answer about a cart to what is shown of it: what waits laid over it. */
import type { ShopAndCache } from '#api/services.ts';
import { channelQuery } from '#api/channel-queries.ts';
import type { Order } from '#contract/orders/orders.ts';
import { waitingCart, type ShownCart } from '#domain/waiting/waiting-cart.ts';
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { lastAnswerOf } from './cart-answers.ts';
import { noteLines, onlyShown } from './shown-lines.ts';
import { withTakenBack } from './taken-back-lines.ts';

/** @param base the shop's last answer; null for a cart that it has not seen, or knows no more */
export function laidCart(
  { shop, queryClient }: ShopAndCache,
  token: string,
  base: Order | null,
  entries: readonly WaitingCommand[],
): ShownCart {
  const { currencyCode = 'EUR', giftWrap } = queryClient.getQueryData(channelQuery(shop).queryKey) ?? {};
  const blank = { token, locale: shop.locale, channel: shop.channel, currencyCode, giftWrap };
  const cart = waitingCart(base, entries, blank);
  noteLines(cart.items);
  return withTakenBack(onlyShown(cart));
}

/** The same of the answer that the device holds. */
export const cartOnDevice = (outbox: Outbox, here: ShopAndCache, token: string): ShownCart =>
  laidCart(here, token, lastAnswerOf(outbox, token), outbox.state().entries);
