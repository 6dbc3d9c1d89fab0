/**
 * What is chosen for a cart as a whole, beside its lines: a row for each, by which follow an order that is made on the device
 * (CHK-19), what waits for the shop, a cart that is begun anew, and an emptied one that is brought back.
 */
import type { EndpointName } from '#contract/calls/endpoints.ts';
import type { Chosen } from '#contract/orders/order-choices.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { CommandKind, NewCommand } from './waiting-command.ts';

interface CartChoice<T> {
  /** As the order has it; undefined: nothing is chosen. */
  readonly of: (order: Order) => T | undefined;
  /** What chooses it, and where its body says what; a list is chosen by one call for each. */
  readonly call: EndpointName;
  readonly field: string;
  /** What takes it off, where another call does: its address says under `field` what. */
  readonly takeOff?: EndpointName;
  /** The line of the outbox on which it waits, its own: a refusal stops nothing else. Null: what it has the shop alone knows, so it never waits. */
  readonly line: string | null;
  /**
   * A code that somebody types. What it is worth the shop alone knows: sums are estimates until it is judged, and the cart is not used
   * meanwhile (R4.06). Its own field tells of a refusal, with what was typed.
   */
  readonly isTyped?: true;
}

/** In the order in which they are chosen: a code and a gift ask for a sum, and what pays comes last. */
export const cartChoices = {
  giftWrap: {
    of: ({ giftWrap }) => giftWrap.selected || undefined,
    call: 'chooseGiftWrap',
    field: 'selected',
    line: '#wrap',
  },
  couponCode: {
    of: ({ promotionCoupon }) => promotionCoupon?.code,
    call: 'applyCoupon',
    field: 'couponCode',
    line: '#coupon',
    isTyped: true,
  },
  gift: {
    of: ({ gift }) => gift.selectedVariantCode,
    call: 'chooseGift',
    field: 'productVariantCode',
    line: '#gift',
  },
  giftCards: {
    of: ({ giftCards }) => (giftCards.length > 0 ? giftCards.map(({ code }) => code) : undefined),
    call: 'addGiftCard',
    field: 'code',
    takeOff: 'removeGiftCard',
    line: null,
  },
  points: {
    of: ({ loyalty }) => loyalty.pointsSpent || undefined,
    call: 'usePoints',
    field: 'points',
    line: null,
  },
} as const satisfies { [N in keyof Chosen]-?: CartChoice<Chosen[N]> };

type ChoiceName = keyof typeof cartChoices;
/** Those that are codes which somebody types. */
export type TypedName = {
  [N in ChoiceName]: (typeof cartChoices)[N] extends { isTyped: true } ? N : never;
}[ChoiceName];
/** Those that may wait. */
export type WaitingName = {
  [N in ChoiceName]: (typeof cartChoices)[N]['line'] extends string ? N : never;
}[ChoiceName];
/** What waits of them. Null, of what is only on or off false: its taking off; absent: it is as the shop has it. */
export type WaitingChoices = {
  [N in WaitingName]?: NonNullable<Chosen[N]> | (boolean extends Chosen[N] ? never : null) | undefined;
};
/** One of them, as a person changes it. */
export type Choosing = {
  [N in WaitingName]: { what: N; value: Exclude<WaitingChoices[N], undefined> };
}[WaitingName];
/** A call that chooses, or takes off. */
export interface Ask {
  call: EndpointName;
  params: Record<string, string>;
  body: Record<string, unknown>;
}

const rowsByName: Record<ChoiceName, CartChoice<unknown>> = cartChoices;
const rows = Object.entries(rowsByName) as [ChoiceName, CartChoice<unknown>][];
const rowOf = (kind: EndpointName) => rows.find(([, { call, takeOff }]) => call === kind || takeOff === kind);

/** As the shop has it. */
export const chosenOn = (order: Order): Chosen => {
  const all = rows.map(([name, { of }]) => [name, of(order)] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
};

/** As it is once all that waits is done. */
export const wantedOn = (cart: Order & { waiting?: WaitingChoices }): Chosen => {
  const all = rows.map(([name, { of }]) => {
    const waiting = cart.waiting?.[name as WaitingName];
    return [name, waiting === undefined ? of(cart) : waiting] as const;
  });
  return Object.fromEntries(all.filter(([, value]) => Boolean(value)));
};

/** Whether a command of this kind chooses something for the whole cart. */
export const isChoice = (kind: EndpointName): boolean => rowOf(kind) !== undefined;

/** What this command chooses; nothing where it is of another kind. */
export function choiceIn({ kind, body }: { kind: EndpointName; body: NewCommand['body'] }): WaitingChoices {
  const row = rowOf(kind);
  if (row === undefined) return {};
  const [name, { field, takeOff }] = row;
  return { [name]: kind === takeOff ? null : body[field] };
}

/** What was typed, of a command that chooses by a code. */
export function typedIn({ kind, body }: Pick<NewCommand, 'kind' | 'body'>): string | undefined {
  const row = rowOf(kind)?.[1];
  const value = row?.isTyped === true ? body[row.field] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Whether it is a code that somebody types. */
export const isTyped = (what: ChoiceName): what is TypedName => rowsByName[what].isTyped === true;

/** A code that was typed and waits for the shop to judge it. */
export interface WaitingCode {
  what: TypedName;
  code: string;
}

export const waitingCodes = (waiting: WaitingChoices = {}): WaitingCode[] =>
  rows.flatMap(([what]) => {
    const code = isTyped(what) ? waiting[what as WaitingName] : undefined;
    return typeof code === 'string' ? [{ what: what as TypedName, code }] : [];
  });

/**
 * A wish without what the shop refused of it: asked for again it would be refused again.
 * @param isRefused whether a violation names this field, or of a list this place in it
 */
export function withoutRefused<T extends Chosen>(wish: T, isRefused: (path: string) => boolean): T {
  const left: Partial<Record<ChoiceName, unknown>> = { ...wish };
  for (const [name] of rows) {
    const value = left[name];
    if (isRefused(name)) delete left[name];
    else if (Array.isArray(value))
      left[name] = value.filter((_one, at) => !isRefused(`${name}[${String(at)}]`));
  }
  return left as T;
}

/** What emptying the cart takes off it: the shop forgets it with the cart. */
export const takenOff = (order: Order): WaitingChoices =>
  Object.fromEntries(
    rows.flatMap(([name, { of, line }]) => {
      const value = of(order);
      return value === undefined || line === null ? [] : [[name, value === true ? false : null]];
    }),
  );

/** Whether what waits of them makes the sums of the cart an estimate. */
export const isUncounted = (waiting: WaitingChoices): boolean =>
  rows.some(([name]) => isTyped(name) && waiting[name as WaitingName] !== undefined);

/**
 * The call that chooses it, one of a list, or takes it off with null.
 * @param had what the cart has, by which a call of its own takes it off
 */
export function ask(what: ChoiceName, value: unknown, had?: string): Ask {
  const { call, field, takeOff } = rowsByName[what];
  return value === null && takeOff !== undefined
    ? { call: takeOff, params: { [field]: had ?? '' }, body: {} }
    : { call, params: {}, body: { [field]: value } };
}

/** The command that chooses it, or takes off what the cart has. */
export const choosing = (
  { what, value }: Choosing,
  common: Pick<NewCommand, 'scope' | 'locale' | 'channel' | 'params'>,
  had?: Chosen[WaitingName],
): NewCommand => {
  const { call, params, body } = ask(what, value, typeof had === 'string' ? had : undefined);
  const { line } = cartChoices[what];
  return { ...common, kind: call as CommandKind, line, params: { ...common.params, ...params }, body };
};

/** The commands that choose on a cart without any of it what may wait. */
export const choosingAll = (
  chosen: WaitingChoices | Chosen,
  common: Pick<NewCommand, 'scope' | 'locale' | 'channel' | 'params'>,
): NewCommand[] =>
  callsFor(chosen).flatMap(({ call, line, body }) =>
    line === null ? [] : [{ ...common, kind: call as CommandKind, line, body }],
  );

/** The calls that choose it on a cart without any of it, in their order; those without a line cannot wait. */
export const callsFor = (chosen: Partial<Record<ChoiceName, unknown>>): (Ask & { line: string | null })[] =>
  rows.flatMap(([name, { line }]) => {
    const value = chosen[name];
    if (!value) return [];
    return (Array.isArray(value) ? value : [value]).map((one) => ({ ...ask(name, one), line }));
  });
