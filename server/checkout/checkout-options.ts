/** What an order can be made of before the shop has seen its cart (contract CHK-20): the same for everybody of a channel. */
import type { CheckoutOptions } from '#contract/order-intents.ts';
import { handsOutChemicals } from '#domain/orders/chemical-collection.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { reader, type OrderServices } from '#server/orders/change-order.ts';
import { presentPaymentMethod } from './payment-options.ts';
import { freeDeliveryOf, isFreeFor, loadChannelRules } from '#server/order-terms/channel-rules.ts';
import { presentWarehouse } from '#server/orders/delivery-presenter.ts';
import { loadChannel, loadWarehouses, standardTaxRate } from '#server/order-store/order-store.ts';
import { loadPaymentMethods, loadShippingMethods } from '#server/order-terms/channel-methods.ts';
import { textIn } from '#domain/catalogue/texts.ts';

/** Ways of payment that end on this device: nobody has to be led to a bank. */
const withoutRedirect: ReadonlySet<string> = new Set(['transfer', 'cash', 'cash_on_delivery']);

export async function readCheckoutOptions(
  services: OrderServices,
  { channel, locale }: RequestContext,
): Promise<CheckoutOptions> {
  const db = reader(services);
  const { id } = await loadChannel(db, channel.code);
  const free = freeDeliveryOf(await loadChannelRules(db, id), services.now());
  const freeFrom = (method: { code: string; kind: string; price: number }) => {
    const sums = free.filter((one) => isFreeFor(one, method)).map(({ from }) => from);
    return method.price === 0 || sums.length === 0 ? {} : { freeFrom: Math.min(...sums) };
  };
  const [methods, payments, warehouses, serviceTaxRate] = [
    await loadShippingMethods(db, id),
    await loadPaymentMethods(db, channel.code),
    await loadWarehouses(db, channel.code),
    await standardTaxRate(db, id),
  ];
  return {
    shippingMethods: methods.map((method) => ({
      code: method.code,
      name: textIn(method.name, locale),
      ...(method.description ? { description: textIn(method.description, locale) } : {}),
      kind: method.kind,
      price: method.price,
      ...freeFrom(method),
      ...(method.min_weight === null ? {} : { minWeight: method.min_weight }),
      ...(method.max_weight === null ? {} : { maxWeight: method.max_weight }),
      ...(method.provider === null ? {} : { provider: method.provider }),
    })),
    paymentMethods: payments
      .filter((method) => withoutRedirect.has(method.kind) && !method.certificate_required)
      .map((method) => ({
        ...presentPaymentMethod(method, locale),
        ...(method.min_amount === null ? {} : { minAmount: method.min_amount }),
        ...(method.max_amount === null ? {} : { maxAmount: method.max_amount }),
      })),
    places: warehouses
      .filter((place) => place.collection)
      .map((place) => ({ ...presentWarehouse(place, locale), handsOutChemicals: handsOutChemicals(place) })),
    serviceTaxRate,
  };
}
