/**
 * What a repeat of each call gets that takes an Idempotency-Key (contract 1.8). A call that neither answers the order nor is named here
 * is not served.
 */
import { endpoints, type Endpoint, type EndpointName } from '#contract/calls/endpoints.ts';
import { besideTheOrder } from '#contract/orders/order-intents.ts';
import { order as orderShape } from '#contract/orders/orders.ts';
import { shapes, type Shape } from '#contract/calls/shapes.ts';

export interface RepeatPolicy {
  /**
   * `order`: the order as it is now. `stored`: the answer as it was given. `status`: that it is done and no more, for the
   * answer held tokens, which are never stored. `now`: what the call names, as it is now
   * (`EndpointServer.serve`): as large as its owner makes it, it is not stored.
   */
  answer: 'order' | 'stored' | 'status' | 'now';
  /** Makes an order that its key alone names, whoever asks from wherever: an intent may be handed on as text. */
  isOrderByKey?: true;
  /** A refusal left nothing that could be read anew: the order as it would have been is stored with it. */
  keepsOrderOfRefusal?: true;
  /** Fields in which two bodies of one key may differ and be the same. */
  besideBody?: readonly string[];
}

const order: RepeatPolicy = { answer: 'order' };
const stored: RepeatPolicy = { answer: 'stored' };
const now: RepeatPolicy = { answer: 'now' };

const policies: Partial<Record<EndpointName, RepeatPolicy>> = {
  orderAgain: order,
  clearCart: stored,
  completeOrder: stored,
  requestPayment: stored,
  confirmPayment: stored,
  placeIntent: {
    answer: 'stored',
    isOrderByKey: true,
    keepsOrderOfRefusal: true,
    besideBody: Object.keys(besideTheOrder.shape),
  },
  signUp: stored,
  verifyAccount: stored,
  resetPassword: stored,
  updateCustomer: stored,
  chooseDefaultAddress: stored,
  changePassword: { answer: 'status' },
  requestDeletion: stored,
  addAddress: stored,
  changeAddress: stored,
  deleteAddress: stored,
  joinLoyalty: stored,
  leaveLoyalty: stored,
  addWished: now,
  removeWished: now,
  mergeWished: now,
  subscribeNewsletter: stored,
  writeReview: stored,
  requestStock: stored,
};

/** A write that answers the order answers it as it is now. */
const isAnsweredOrder = (name: EndpointName): boolean => {
  const { response } = shapes[name] as Shape;
  return response === orderShape && endpoints[name].replay !== 'none';
};

const byEndpoint = new Map<Endpoint, RepeatPolicy>(
  (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
    const policy = policies[name] ?? (isAnsweredOrder(name) ? order : undefined);
    return policy === undefined ? [] : [[endpoints[name], policy] as const];
  }),
);

/** @throws Error for a call that has none */
export function repeatPolicyOf(endpoint: Endpoint): RepeatPolicy {
  const policy = byEndpoint.get(endpoint);
  if (!policy) throw new Error(`What a repeat of ${endpoint.id} gets is not written in repeat-policy.ts.`);
  return policy;
}
