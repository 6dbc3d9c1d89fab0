import { useLingui } from '@lingui/react/macro';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { copyTimes } from '#api/copy-times.ts';
import { isSignedIn } from '#api/session-tokens.ts';
import { useShop, type Shop } from '#api/shop.ts';
import type { ProductCard } from '#contract/catalogue.ts';
import {
  checkLines,
  codesToAsk,
  rowsOf,
  rowsWithPieces,
  type CheckedLine,
} from '#domain/quick-order/check-lines.ts';
import {
  keptText,
  readOrderLines,
  writeOrderLines,
  type OrderLine,
} from '#domain/quick-order/pasted-lines.ts';
import { shownItem } from '#domain/waiting/shown-goods.ts';
import { sessionQueries } from '#features/session/session-queries.ts';
import { mayFetchAhead, readLinkFacts } from '#offline/connection/prefetch-policy.ts';
import { announce } from '#ui/live-region.tsx';

/** Codes that one call takes (CAT-16). */
const portion = 100;

const rowsIn = (text: string): number => text.split('\n').length;

/** The goods of these codes: from the shop, and without a connection from the catalogue on the device. */
async function goodsOf(
  shop: Shop,
  codes: readonly string[],
): Promise<{ goods: ProductCard[]; isOfDevice: boolean }> {
  const portions = Array.from({ length: Math.ceil(codes.length / portion) }, (_, at) =>
    codes.slice(at * portion, (at + 1) * portion),
  );
  const answers = await Promise.all(
    portions.map(async (code) => {
      const { signal } = new AbortController();
      const { data } = await shop.call('productsByCodes', { query: { code }, signal });
      return { data, isOfDevice: copyTimes.has(signal) };
    }),
  );
  return {
    goods: answers.flatMap(({ data }) => data),
    isOfDevice: answers.some((answer) => answer.isOfDevice),
  };
}

type Goods = ReturnType<typeof goodsOf>;

/**
 * Whether who is here may have goods that are sold to farmers and companies alone: a guest may not, nor an account that has
 * shown no trade. Where the shop cannot be asked it is left to the shop.
 */
async function isOfTrade(
  shop: Shop,
  queryClient: QueryClient,
  goods: readonly ProductCard[],
): Promise<boolean> {
  if (!isSignedIn()) return false;
  if (!goods.some(({ tradeOnly }) => tradeOnly)) return true;
  try {
    const customer = await queryClient.fetchQuery(sessionQueries.customer(shop));
    return customer?.tradeUntil !== undefined && Date.parse(customer.tradeUntil) > Date.now();
  } catch {
    // The shop judges each line once it can be asked.
    return true;
  }
}

/** ms for which goods that were asked for while the text was pasted are as good as asked for now. */
const askedLately = 10_000;

/** What was read and what became of it. */
export interface Checked {
  lines: readonly CheckedLine[];
  /** Lines beyond the limit. */
  left: number;
  /** The shop gave no answer: the lines were checked against the catalogue on the device. */
  isOfDevice: boolean;
}

/** What lines are judged by. */
interface Known {
  goods: readonly ProductCard[];
  isOfTrade: boolean;
}

/** The goods of a text that was pasted are asked for before anybody has pressed. */
function useGoodsAhead(shop: Shop) {
  const asked = useRef<{ codes: string; at: number; goods: Goods } | null>(null);
  const goodsFor = (codes: readonly string[]): Goods => {
    const key = codes.join();
    const before = asked.current;
    asked.current = null;
    return before?.codes === key && Date.now() - before.at < askedLately
      ? before.goods
      : goodsOf(shop, codes);
  };
  const askAhead = (given: string) => {
    const codes = codesToAsk(readOrderLines(given).lines);
    const asking = { codes: codes.join(), at: Date.now(), goods: goodsOf(shop, codes) };
    asked.current = asking;
    asking.goods.catch(() => {
      // Asked again when somebody presses.
      if (asked.current === asking) asked.current = null;
    });
  };
  return { goodsFor, askAhead };
}

/** What goes into the cart of lines that were checked. */
const goodsIn = (lines: readonly CheckedLine[]) =>
  lines.flatMap(({ quantity, verdict }) =>
    verdict.kind === 'good' && quantity !== null
      ? [{ variantCode: verdict.variant.code, quantity, shown: shownItem(verdict.product, verdict.variant) }]
      : [],
  );

/** The quick order from text to cart: read, checked against the shop or the device, put in with one write (CART-03). */
export function useQuickOrder(first: string) {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const { goodsFor, askAhead } = useGoodsAhead(shop);
  const [text, setText] = useState(first);
  const [known, setKnown] = useState<Known>({ goods: [], isOfTrade: false });
  /** Counts what was written: the answer about an earlier text is nobody's any more. */
  const writing = useRef(0);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [work, setWork] = useState<'check' | 'add' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  /** Lines that went into the cart last. */
  const [added, setAdded] = useState(0);

  const whyUnchecked = (error: unknown) =>
    error instanceof ApiError && error.kind === 'unreachable'
      ? t`No connection, and the catalogue is not kept on this device: the lines cannot be checked now. Save them as a list.`
      : t`The lines could not be checked. Try again.`;
  const judge = (
    lines: readonly OrderLine[],
    { goods, ...buyer }: Known,
    more: Pick<Checked, 'left' | 'isOfDevice'>,
  ) => {
    const next = checkLines(lines, goods, buyer);
    setChecked({ ...more, lines: next });
    return next;
  };
  /** Another text of the same goods: judged with what is known of them. */
  const judgeAnew = (next: string) =>
    judge(readOrderLines(next).lines, known, {
      left: checked?.left ?? 0,
      isOfDevice: checked?.isOfDevice ?? false,
    });
  const check = async (given = text) => {
    writing.current += 1;
    const mine = writing.current;
    const read = readOrderLines(given);
    const { lines, left } = read;
    setText(keptText(given, read));
    setAdded(0);
    setFailure(null);
    if (lines.length === 0) {
      setChecked(null);
      setFailure(t`There is no line with a code here yet.`);
      return;
    }
    setWork('check');
    try {
      const { goods, isOfDevice } = await goodsFor(codesToAsk(lines));
      const found = { goods, isOfTrade: await isOfTrade(shop, queryClient, goods) };
      if (writing.current !== mine) return;
      setKnown(found);
      const good = judge(lines, found, { left, isOfDevice }).filter(
        ({ verdict }) => verdict.kind === 'good',
      ).length;
      announce(t`Lines that can be ordered: ${good}`);
    } catch (error) {
      if (writing.current !== mine) return;
      setChecked(null);
      setFailure(whyUnchecked(error));
    } finally {
      setWork(null);
    }
  };
  /** Another number of pieces for goods that are short. */
  const take = (line: CheckedLine, quantity: number) => {
    const next = writeOrderLines(rowsWithPieces(checked?.lines ?? [], line, quantity));
    setText(next);
    judgeAnew(next);
  };
  const add = async () => {
    const lines = checked?.lines ?? [];
    const good = goodsIn(lines);
    setWork('add');
    setFailure(null);
    try {
      const { addManyToCart } = await import('#features/cart/add-many.ts');
      if (!(await addManyToCart({ shop, queryClient }, good))) {
        setFailure(t`This browser keeps nothing, so many lines cannot be put into the cart at once.`);
        return;
      }
      const rest = writeOrderLines(rowsOf(lines.filter(({ verdict }) => verdict.kind !== 'good')));
      setText(rest);
      if (rest === '') setChecked(null);
      else judgeAnew(rest);
      setAdded(good.length);
      announce(t`Lines put into the cart: ${good.length}`);
    } catch {
      setFailure(t`The lines could not be put into the cart. Nothing was changed.`);
    } finally {
      setWork(null);
    }
  };
  const write = (next: string) => {
    writing.current += 1;
    // A single line is typed, several at once were pasted.
    if (rowsIn(next) > rowsIn(text) + 1 && mayFetchAhead('link', readLinkFacts())) askAhead(next);
    setText(next);
    // What stands below is of other lines.
    setChecked(null);
    setAdded(0);
    setFailure(null);
  };
  return { text, write, check, checked, take, add, added, work, failure, fail: setFailure };
}
