/**
 * A change that waits on the device to be sent (contract 1.8, "Client queue"): what one entry says, and how a new
 * change meets those that wait already. Nothing here knows where entries are kept or how they are sent.
 */
import type { Violation } from '#contract/errors.ts';

/**
 * Version of the form of entries; an older one is carried over when read, a newer one is left alone. 2 brought messages; an
 * entry is written with the lowest version that knows its kind, so that an older page beside this one still sends the rest.
 * 3 brought promo codes, 4 gifts, 5 sets, 6 many goods at once, 7 orders that are being stopped.
 */
export const commandVersion = 7;

/** The calls that may wait (column Q of the contract), by their names in `#contract/calls/endpoints.ts`. */
export const commandKinds = [
  'pickUpCart',
  'addItem',
  'addItems',
  'addBundle',
  'changeQuantity',
  'deleteItem',
  'restoreItem',
  'clearCart',
  'chooseGiftWrap',
  'applyCoupon',
  'chooseGift',
  'completeOrder',
  'placeIntent',
  'subscribeNewsletter',
  'requestStock',
  'writeReview',
] as const;
export type CommandKind = (typeof commandKinds)[number];

/** What a shopper tells the shop beside buying: each stands for itself (waiting-message.ts). */
const messageKinds: ReadonlySet<CommandKind> = new Set([
  'subscribeNewsletter',
  'requestStock',
  'writeReview',
]);
export const isMessage = (command: { kind: CommandKind }): boolean => messageKinds.has(command.kind);
/** The version of the form that an entry of this kind needs. */
export const formVersion = (kind: CommandKind): number =>
  formVersions[kind] ?? (messageKinds.has(kind) ? 2 : 1);
const formVersions: Partial<Record<CommandKind, number>> = {
  applyCoupon: 3,
  chooseGift: 4,
  addBundle: 5,
  addItems: 6,
};

/** Puts goods in that were not there. */
export const isAdd = ({ kind }: { kind: CommandKind }): boolean =>
  kind === 'addItem' || kind === 'addItems' || kind === 'addBundle';

/**
 * - `queued`: saved on this device, not sent or not yet answered; `tries` tells which.
 * - `sending`: on its way now.
 * - `refused`: the shop said no; stands on its line until the shopper decides.
 * - `needs-review`: an order whose total or goods differ from what was agreed: the shopper decides.
 * - `parked`: cannot be sent as it is: another person's, not understood, or made by a newer version of the shop.
 * - `confirmed`: an order that the shop has placed; kept until it was seen.
 */
export const commandStates = ['queued', 'sending', 'refused', 'needs-review', 'parked', 'confirmed'] as const;
export type CommandState = (typeof commandStates)[number];

/** Owner of what was begun by somebody who was not signed in. */
export const guest = 'guest';

/** What the shop said to a command. */
export interface CommandAnswer {
  status: number;
  errorCode: string;
  /** Sentence for people in the locale of the command. */
  message: string;
  /** The server's own sentence about this case, where it has one beside the general `message`. */
  detail?: string;
  violations: readonly Violation[];
  context: Readonly<Record<string, unknown>>;
}

/** A change as a screen gives it. */
export interface NewCommand {
  kind: CommandKind;
  /** What is sent strictly in order: `cart:TOKEN`, `newsletter`, `stock:CODE`, `review:CODE`. */
  scope: string;
  /** Part of the scope that a refusal stops: `CODE` of a variant, `#ID` of another line; null = none or all. */
  line: string | null;
  /** Of the call's address; `id: null` is found on the shop's cart by the line when it is sent. */
  params: Readonly<Record<string, string | number | null>>;
  body: Readonly<Record<string, unknown>>;
  locale: string;
  channel: string;
  /** What the screen shows of it until the shop has answered. */
  shown?: unknown;
  /** Waiting changes that this one took back; undoing it brings them back. */
  dropped?: readonly NewCommand[];
}

export interface WaitingCommand extends NewCommand {
  /** Idempotency key: made once, kept over every try (contract 1.8). */
  id: string;
  /** Order on this device; clocks jump, this does not. */
  seq: number;
  schemaVersion: number;
  /** Who made it: `guest` or the customer's id. Never sent as anybody else (I8). */
  owner: string;
  /** ms since 1970, device clock: for people only. */
  at: number;
  state: CommandState;
  /** How often it left the device; above 0 the shop may know it. */
  tries: number;
  /** ms since 1970, device clock: our own pause. */
  nextTryAt: number;
  /** ms since 1970: the pause that the shop asked for; 0 = none. */
  notBefore: number;
  answer?: CommandAnswer;
  /** Whoever made it was looking when the shop refused it: its field says so, and nothing waits for a decision. */
  isTold?: true;
  /** An order that its buyer takes back, though the shop may have it: the shop is told not to take it any more (contract CHK-21). */
  isStopping?: true;
  /** Its buyer wanted it stopped, and the shop, an older version, knows no such wish: it goes on as an order. */
  isUnstoppable?: true;
  /** What the shop said when it could not answer (5xx, 429): it is asked again. */
  trouble?: CommandAnswer;
  /** Why it is parked. */
  reason?: 'owner' | 'unreadable' | 'newer' | 'not accepted';
}

/** The shop says that it failed, not that it is busy: whoever waits for the change shall know. */
export const isFailing = ({ state, trouble }: Pick<WaitingCommand, 'state' | 'trouble'>): boolean =>
  (state === 'queued' || state === 'sending') &&
  trouble !== undefined &&
  trouble.status >= 500 &&
  trouble.status !== 503;

/** What a new change does to those that wait. */
export interface Merge {
  /** Waiting commands to take out of the queue. */
  remove: WaitingCommand[];
  /** Waiting commands whose content changed. */
  update: WaitingCommand[];
  /** To put at the end. */
  append: NewCommand[];
}

/** What stands in the body of a command under a name, as text; empty where there is none. */
export function textOf({ body }: Pick<NewCommand, 'body'>, name: string): string {
  const value = body[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const ofCart = 'cart:';
export const cartScope = (token: string): string => ofCart + token;
/** Token of the cart whose scope this is. */
export const tokenOf = (scope: string): string => scope.slice(ofCart.length);

/** What the shopper waits for or has to answer; what is done is neither, nor is the cart that a first line needs. */
export const isWaiting = ({ state, kind }: Pick<WaitingCommand, 'state' | 'kind'>): boolean =>
  state !== 'confirmed' && kind !== 'pickUpCart';

/** Never left the device: may be changed or taken back without a trace. */
export const isUnsent = (command: WaitingCommand): boolean =>
  command.state === 'queued' && command.tries === 0;
/** The shop has said no, or cannot be asked: a later change of this line waits with it. */
export const isStopped = (command: Pick<WaitingCommand, 'state'>): boolean =>
  command.state === 'refused' || command.state === 'parked' || command.state === 'needs-review';

/**
 * Tried without an answer before its buyer had to sign in again: until they have, nobody knows whether the shop has it (I3). Of a guest's
 * the shop has said that its cart is in an account: it was not ordered, nor will it be.
 */
export const isUnknownUntilSignIn = ({ state, reason, tries, owner }: WaitingCommand): boolean =>
  state === 'parked' && reason === 'owner' && tries > 1 && owner !== guest;

/** A guest's, whose cart the shop says has gone into an account: as it is it is not sent any more. */
export const isOfClaimedCart = ({ state, reason, owner }: WaitingCommand): boolean =>
  state === 'parked' && reason === 'owner' && owner === guest;

/** The buyer may have it stopped: it has left the device, and nobody knows whether the shop has it. */
export const canBeStopped = ({ kind, state, tries, isStopping }: WaitingCommand): boolean =>
  kind === 'placeIntent' &&
  isStopping === undefined &&
  (state === 'sending' || (state === 'queued' && tries > 0));
/** An older page would send it as an order: it is left to those that know what is asked. */
export const stopping = ({ isUnstoppable: _before, ...order }: WaitingCommand): WaitingCommand => ({
  ...order,
  isStopping: true,
  schemaVersion: commandVersion,
  nextTryAt: 0,
});
/** Its fate is known, or it cannot be stopped. */
export function notStopping({ isStopping, ...order }: WaitingCommand): WaitingCommand {
  return isStopping === undefined ? order : { ...order, schemaVersion: formVersion(order.kind) };
}

/** A whole order, saved as one message (CHK-19) or as the last step of a checkout at the shop (CHK-12). */
export const isOrderEntry = (command: Pick<WaitingCommand, 'kind'>): boolean =>
  command.kind === 'placeIntent' || command.kind === 'completeOrder';

/**
 * Meant for what its cart held as its buyer saw it, an order and an emptying: never asked of another cart that this one has gone into,
 * where it would order or empty what lies there too. One that goes on with the same goods under another name is no other.
 */
export const isOfCartAlone = (command: Pick<WaitingCommand, 'kind'>): boolean =>
  isOrderEntry(command) || command.kind === 'clearCart';

/** Where the refusal to empty the cart stands. */
export const cartLine = '#cart';

/** A set is one line to the outbox: its parts come, change and go together. */
export const setLine = (groupId: string): string => `#${groupId}`;
/** A part that the set can be without is a line of its own: it may be taken out alone. */
const partLine = (groupId: string, code: string): string => `${setLine(groupId)} ${code}`;
/** Whether a line is a part of this set that may be taken out alone. */
export const isPartOf = (line: string | null, set: string): boolean => line?.startsWith(`${set} `) ?? false;

/** How one line of the cart is named: plain lines by their variant, parts of a set by their group, gifts by their id. */
export function lineName({
  id,
  marker,
  bundle,
  variant,
}: {
  id: number;
  marker?: unknown;
  bundle?: { groupId: string; required?: boolean | undefined } | undefined;
  variant: { code: string };
}): string {
  if (marker !== undefined) return `#${id}`;
  if (bundle === undefined) return variant.code;
  return bundle.required === false ? partLine(bundle.groupId, variant.code) : setLine(bundle.groupId);
}

/** Without what only an entry has. */
export function asNew(command: NewCommand): NewCommand {
  const { kind, scope, line, params, body, locale, channel, shown, dropped } = command;
  return {
    kind,
    scope,
    line,
    params,
    body,
    locale,
    channel,
    ...(shown === undefined ? {} : { shown }),
    ...(dropped === undefined ? {} : { dropped }),
  };
}
