import { Trans, useLingui } from '@lingui/react/macro';
import type { Violation } from '#contract/errors.ts';
import type { OrderIntentBody, OtherWays, ShortLine } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { withNewerKinds } from '#domain/cart/begun-cart.ts';
import { agreedAnew } from '#domain/waiting/agreed-anew.ts';
import { planAt } from '#domain/waiting/offline-order.ts';
import { withdrawnIntent } from '#domain/waiting/waiting-orders.ts';
import { contentShown } from '#domain/cart/lines-shown.ts';
import type { CommandAnswer, WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { deliveryWordsAt, type IntentShown } from '#features/checkout/intent-shown.ts';
import { formatMoney } from '#i18n/format.ts';
import { isOrder } from '#offline/outbox/outbox-request.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { Button } from '#ui/button.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { AgreedAndNow, AskedAndThere } from './agreed-and-now.tsx';
import { OrderedLines } from './ordered-lines.tsx';
import styles from './waiting.module.css';

const isPlace = (value: unknown): value is OtherWays['places'][number] =>
  typeof value === 'object' && value !== null && 'code' in value && 'name' in value;
/** Ways in which the shop can give the order whole, as its refusal tells. */
const otherWays = (context: Readonly<Record<string, unknown>>): OtherWays => {
  const { places, delivered } = context;
  return { places: Array.isArray(places) ? places.filter(isPlace) : [], delivered: delivered === true };
};

const isShortLine = (value: unknown): value is ShortLine =>
  typeof value === 'object' &&
  value !== null &&
  'productVariantCode' in value &&
  'quantity' in value &&
  'available' in value;

/** Which lines the shop cannot give in full, as its refusal tells; empty where it does not. */
const shortLines = (told: unknown): ShortLine[] => (Array.isArray(told) ? told.filter(isShortLine) : []);

/** Another agreement is another order: a key and a body of its own, at the total that the shopper has just seen. */
function agreeTo(
  { id, answer }: WaitingCommand,
  body: OrderIntentBody,
  shown: IntentShown,
  order: Order,
): Promise<string | null> {
  const agreed = agreedAnew(body, order, answer?.violations ?? [], new Date().toISOString());
  return theOutbox().askAgain(
    id,
    { ...agreed },
    { ...shown, total: order.total, deliveryPrice: order.shippingTotal, ...contentShown(order) },
  );
}

/** What the shop says against single goods of an order, where it says more than its sentence. */
function Violations({
  answer,
  body,
  shown,
}: {
  answer: CommandAnswer;
  body: OrderIntentBody;
  shown: IntentShown;
}) {
  /** The name of the goods that a violation is about, where it does not say it itself. */
  const nameIn = ({ propertyPath, message }: Violation): string => {
    const line = body.lines[Number(/^lines\[(\d+)\]/.exec(propertyPath)?.[1] ?? Number.NaN)];
    const name = shown.lines.find((one) => one.code === line?.productVariantCode)?.name ?? '';
    return message.includes(name) ? '' : `${name}: `;
  };
  // What stands above already is not said again.
  const violations = answer.violations.filter((one) => one.message !== answer.message || nameIn(one) !== '');
  if (violations.length === 0) return null;
  return (
    <ul>
      {violations.map((one) => (
        <li key={`${one.propertyPath} ${one.message}`}>
          {nameIn(one)}
          <RichText as="span" html={one.message} />
        </li>
      ))}
    </ul>
  );
}

/** The ways on where the shop cannot give all of it. */
function ShortWays({
  entry,
  body,
  short,
  isElsewhere,
}: {
  entry: WaitingCommand;
  body: OrderIntentBody;
  short: readonly ShortLine[];
  /** All of it can be had in another way. */
  isElsewhere: boolean;
}) {
  // Where the shop does not tell how many there are, both are worth a try.
  const isSomeThere = short.length === 0 || short.some(({ available }) => available > 0);
  const codes = new Set(body.lines.map((line) => line.productVariantCode));
  const isMoreThere = short.length === 0 || short.length < codes.size;
  const takeWhatThereIs = (whenShort: 'reduce' | 'drop') =>
    void theOutbox().askAgain(entry.id, {
      ...body,
      lines: body.lines.map((line) => ({ ...line, whenShort })),
      agreedAt: new Date().toISOString(),
    });
  return (
    <>
      {isSomeThere && (
        <Button kind={isElsewhere ? 'secondary' : 'primary'} onClick={() => takeWhatThereIs('reduce')}>
          <Trans>Take as many as there are</Trans>
        </Button>
      )}
      {isMoreThere && (
        <Button
          kind={isSomeThere || isElsewhere ? 'secondary' : 'primary'}
          onClick={() => takeWhatThereIs('drop')}
        >
          <Trans>Leave out what is short</Trans>
        </Button>
      )}
      {!isElsewhere && (
        <Button kind="secondary" onClick={() => void theOutbox().askAgain(entry.id)}>
          <Trans>Ask the shop again</Trans>
        </Button>
      )}
    </>
  );
}

/** What the shop says to an order that it did not place, and the ways on; nothing is bought until the shopper says so (I7, CHK-19). */
export function IntentReview({
  entry,
  body,
  shown,
  onChange,
  onCancel,
}: {
  entry: WaitingCommand;
  body: OrderIntentBody;
  shown: IntentShown;
  onChange: () => void;
  onCancel: () => void;
}) {
  const { i18n } = useLingui();
  const { answer } = entry;
  const told = answer?.context['order'];
  const order = isOrder(told) ? withNewerKinds(told) : null;
  const isElsewhere = answer?.errorCode === 'order.goods_elsewhere';
  const isShort = isElsewhere || answer?.errorCode === 'order.out_of_stock';
  const { places, delivered } = isShort ? otherWays(answer.context) : { places: [], delivered: false };
  const atPlaces = places.flatMap((place) => {
    const plan = planAt(body.plan, place.code);
    return plan === null ? [] : [{ place, plan }];
  });
  const short = isShort ? shortLines(answer.context['short']) : [];
  const collectAt = (plan: OrderIntentBody['plan'], place: string) =>
    void theOutbox().askAgain(
      entry.id,
      { ...body, plan, agreedAt: new Date().toISOString() },
      { ...shown, delivery: deliveryWordsAt(shown.delivery, place) },
    );
  /** An order that was to cost nothing names no way to pay: that is chosen before it is ordered at a price. */
  const isPayable = ({ total }: Order) => total === 0 || shown.total > 0 || shown.payment !== '';
  return (
    <>
      <p>
        <strong>{answer !== undefined && <RichText as="span" html={answer.message} />}</strong>
        <br />
        <Trans>Nothing was ordered.</Trans>
      </p>
      {short.length > 0 && <AskedAndThere shown={shown} short={short} />}
      {short.length === 0 && answer !== undefined && <Violations answer={answer} body={body} shown={shown} />}
      {order !== null && <AgreedAndNow body={body} shown={shown} order={order} />}
      {/* Where the shop says neither what there is nor what it would cost: which order it is, among several. */}
      {order === null && short.length === 0 && <OrderedLines content={{ body, shown }} isPlaced={false} />}
      <div className={styles['ways']}>
        {order !== null && !isShort && isPayable(order) && (
          <Button onClick={() => void agreeTo(entry, body, shown, order)}>
            <Trans>Order for {formatMoney(order.total, i18n.locale)}</Trans>
          </Button>
        )}
        {atPlaces.map(({ place, plan }) => (
          <Button
            key={place.code}
            kind={isElsewhere && atPlaces.length === 1 ? 'primary' : 'secondary'}
            onClick={() => collectAt(plan, place.name)}
          >
            <Trans>Collect at: {place.name}</Trans>
          </Button>
        ))}
        {delivered && (
          <Button kind="secondary" onClick={onChange}>
            <Trans>Have it delivered</Trans>
          </Button>
        )}
        {isShort && <ShortWays entry={entry} body={body} short={short} isElsewhere={isElsewhere} />}
        {answer?.errorCode === withdrawnIntent && (
          <Button
            kind="secondary"
            onClick={() =>
              void theOutbox().askAgain(entry.id, { ...body, agreedAt: new Date().toISOString() })
            }
          >
            <Trans>Order it after all</Trans>
          </Button>
        )}
        <Button kind="secondary" onClick={onChange}>
          <Trans>Change the order</Trans>
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          <Trans>Do not order</Trans>
        </Button>
      </div>
    </>
  );
}
