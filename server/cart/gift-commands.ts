/** The gift of a cart: what can be chosen, and the choice (contract CART-12, CART-13, 5.8). */
import { isLive } from '#server/order-store/order-store.ts';
import { giftMarker } from '#contract/gift-marker.ts';
import type { GiftOption, GiftsMeta } from '#contract/gifts.ts';
import type { ChooseGiftBody } from '#contract/order-choices.ts';
import { giftChoices, giftOffer, isEarned } from '#domain/cart/gifts.ts';
import { wholeList } from '#server/http/paging.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import {
  changeLines,
  readOrderOf,
  refuseCompleted,
  type OrderAnswer,
  type OrderServices,
} from '#server/orders/change-order.ts';
import { campaignsAt, giftBaseOf, isGiftLine, isGiven, isThere } from '#server/order-terms/earned-gifts.ts';
import { collectedBeside, presentVariant } from '#server/orders/item-presenter.ts';
import { loadGiftBase, shownGiftInput } from '#server/orders/promotion-input.ts';
import { loadOrderView } from '#server/orders/order-to-present.ts';
import { loadVariantFacts } from '#server/order-terms/variant-facts.ts';
import { refusal } from '#server/forms/refusal.ts';
import { quantityOf } from './line-checks.ts';
import { insertLine } from './new-cart-lines.ts';

/** CART-12: every gift of the channel, those that the cart does not reach yet or that are sold out among them. */
export async function readGifts(
  services: OrderServices,
  context: RequestContext,
  token: string,
): Promise<ReturnType<typeof wholeList<GiftOption>> & { meta: GiftsMeta }> {
  const { db, view } = await readOrderOf(services, token, context, async (db, order) => {
    refuseCompleted(order);
    return { db, view: await loadOrderView(db, order) };
  });
  const campaigns = campaignsAt(view, services.now());
  const choices = giftChoices(campaigns);
  const facts = await loadVariantFacts(db, view.order.channel_id, {
    codes: choices.map(({ variantCode }) => variantCode),
  });
  const selected = view.items.find((item) => isLive(item) && isGiftLine(item))?.variant_code;
  const sold = view.items.filter((item) => isLive(item) && !isGiftLine(item));
  const { eligible, missing } = giftOffer(
    campaigns,
    giftBaseOf(view.order.totals),
    shownGiftInput(view, services.now()),
  );
  const list = wholeList<GiftOption>(
    choices.flatMap(({ variantCode, threshold }) => {
      const fact = facts.find((one) => one.code === variantCode);
      if (!fact || !isGiven(fact)) return [];
      return [
        {
          productVariantCode: variantCode,
          variant: presentVariant(fact, context.locale),
          available: isThere(fact, quantityOf(sold, fact.variant_id)),
          threshold,
          ...collectedBeside(fact, sold, view),
        },
      ];
    }),
  );
  return {
    ...list,
    meta: {
      ...list.meta,
      eligible,
      ...(missing === undefined ? {} : { missing }),
      ...(selected === undefined ? {} : { selectedVariantCode: selected }),
    },
  };
}

/** CART-13: the choice takes the place of the one before; null takes it out. */
export const chooseGift = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  { productVariantCode: code }: ChooseGiftBody,
): Promise<OrderAnswer> =>
  changeLines(services, context, token, code === null ? [] : [code], async (cart) => {
    const { db, loaded, locale, now } = cart;
    const { parts } = loaded;
    const chosen = parts.items.find((item) => isLive(item) && isGiftLine(item));
    if (chosen?.variant_code === code) return { change: 'none' };
    if (code !== null) {
      const fact = [...loaded.known.values()].find((one) => one.code === code);
      const campaigns = campaignsAt(loaded.rules, now);
      const isOffered = campaigns.some(({ variants }) => variants.includes(code));
      const sold = parts.items.filter((item) => isLive(item) && item !== chosen);
      if (!fact || !isOffered || !isGiven(fact) || !isThere(fact, quantityOf(sold, fact.variant_id)))
        throw refusal('gift.unavailable', 'productVariantCode', locale);
      if (!isEarned(campaigns, await loadGiftBase(db, loaded, now), code))
        throw refusal('gift.not_eligible', 'productVariantCode', locale);
      await insertLine(cart, { fact, quantity: 1, marker: giftMarker });
    }
    parts.items = parts.items.filter((item) => item !== chosen);
    return { change: 'none' };
  });
