/**
 * Many goods put in by one command (CART-21). It waits, is sent and is answered as one; what meets it on one of its lines sees the
 * add of that line alone.
 */
import type { CommandAnswer, Merge, NewCommand, WaitingCommand } from './waiting-command.ts';
import type { ShownItem } from './shown-goods.ts';

/** Pieces of a variant, and what the cart shows of it until the shop has answered. */
export interface AddedGoods {
  variantCode: string;
  quantity: number;
  shown: ShownItem;
}
interface Item {
  productVariantCode: string;
  quantity: number;
}

const itemsOf = ({ body }: Pick<NewCommand, 'body'>): readonly Item[] =>
  Array.isArray(body['items']) ? (body['items'] as Item[]) : [];
const shownOf = ({ shown }: Pick<NewCommand, 'shown'>): Readonly<Record<string, unknown>> =>
  typeof shown === 'object' && shown !== null ? (shown as Record<string, unknown>) : {};

/** @param goods of different variants */
export const manyLines = (
  common: Pick<NewCommand, 'scope' | 'locale' | 'channel' | 'params'>,
  goods: readonly AddedGoods[],
): NewCommand => ({
  ...common,
  kind: 'addItems',
  line: null,
  body: { items: goods.map(({ variantCode, quantity }) => ({ productVariantCode: variantCode, quantity })) },
  shown: Object.fromEntries(goods.map(({ variantCode, shown }) => [variantCode, shown])),
});

const partFrom = <T extends NewCommand>(whole: T, item: Item): T => ({
  ...whole,
  kind: 'addItem',
  line: item.productVariantCode,
  body: item,
  shown: shownOf(whole)[item.productVariantCode],
});

/** The adds of single lines that a command stands for; of any other the command itself. */
export const partsOf = <T extends NewCommand>(command: T): readonly T[] =>
  command.kind === 'addItems' ? itemsOf(command).map((item) => partFrom(command, item)) : [command];

/** The command as a change of this line meets it. */
export function asOfLine<T extends NewCommand>(command: T, line: string | null): T {
  if (command.kind !== 'addItems' || line === null) return command;
  const item = itemsOf(command).find((one) => one.productVariantCode === line);
  return item === undefined ? command : partFrom(command, item);
}

/** Without these lines; null when none is left. */
export function withoutLines<T extends NewCommand>(whole: T, lines: ReadonlySet<string | null>): T | null {
  const items = itemsOf(whole).filter((one) => !lines.has(one.productVariantCode));
  if (items.length === 0) return null;
  const shown = Object.fromEntries(Object.entries(shownOf(whole)).filter(([code]) => !lines.has(code)));
  return { ...whole, body: { ...whole.body, items }, shown };
}

const withPart = (whole: WaitingCommand, { line, body, shown }: WaitingCommand): WaitingCommand => ({
  ...whole,
  body: {
    ...whole.body,
    items: itemsOf(whole).map((one) =>
      one.productVariantCode === line ? { ...one, quantity: Number(body['quantity']) } : one,
    ),
  },
  shown: { ...shownOf(whole), ...(line === null || shown === undefined ? {} : { [line]: shown }) },
});

/** What a merge decided of the add of one line, said of the command that brings it. */
export function ofWholes({ remove, update, append }: Merge, waiting: readonly WaitingCommand[]): Merge {
  const wholeOf = (part: WaitingCommand) =>
    part.kind === 'addItem'
      ? waiting.find((one) => one.seq === part.seq && one.kind === 'addItems')
      : undefined;
  const next: Merge = { remove: [], update: [], append };
  for (const one of remove) {
    const whole = wholeOf(one);
    const left = whole && withoutLines(whole, new Set([one.line]));
    if (left) next.update.push(left);
    else next.remove.push(whole ?? one);
  }
  for (const one of update) {
    const whole = wholeOf(one);
    next.update.push(whole ? withPart(whole, one) : one);
  }
  return next;
}

/**
 * What is left of a refused command: the lines that the shop named, each with its own refusal, and the others. A refusal that
 * names none leaves every line to be asked about by itself.
 */
export function partedByRefusal(
  whole: WaitingCommand,
  answer: CommandAnswer,
): {
  refused: { part: WaitingCommand; answer: CommandAnswer }[];
  single: readonly WaitingCommand[];
  rest: WaitingCommand | null;
} {
  const items = itemsOf(whole);
  const refused = answer.violations.flatMap(({ propertyPath, message, code }) => {
    const [, at = '', path = ''] = /^items\[(\d+)\]\.?(.*)$/.exec(propertyPath) ?? [];
    const item = at === '' ? undefined : items[Number(at)];
    if (item === undefined) return [];
    return [
      {
        part: partFrom(whole, item),
        answer: {
          ...answer,
          errorCode: code ?? answer.errorCode,
          message,
          detail: message,
          violations: [{ propertyPath: path, message, ...(code === undefined ? {} : { code }) }],
        },
      },
    ];
  });
  if (refused.length === 0) return { refused, single: partsOf(whole), rest: null };
  return { refused, single: [], rest: withoutLines(whole, new Set(refused.map(({ part }) => part.line))) };
}
