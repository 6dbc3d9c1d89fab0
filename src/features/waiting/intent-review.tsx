import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderIntentBody } from '#contract/order-intents.ts';
import type { Order } from '#contract/orders.ts';
import type { WaitingCommand } from '#domain/waiting-command.ts';
import type { IntentShown } from '#features/checkout/intent-shown.ts';
import { formatMoney } from '#i18n/format.ts';
import { isOrder } from '#offline/outbox-request.ts';
import { theOutbox } from '#offline/outbox.ts';
import { Button } from '#ui/button.tsx';
import styles from './waiting.module.css';

interface Row {
  code: string;
  name: string;
  before: { quantity: number; total: number } | null;
  now: { quantity: number; total: number } | null;
}

function rowsOf(shown: IntentShown, order: Order): Row[] {
  const rows = new Map<string, Row>();
  for (const line of shown.lines)
    rows.set(line.code, {
      code: line.code,
      name: [line.name, line.variantName].filter(Boolean).join(', '),
      before: line,
      now: null,
    });
  for (const item of order.items) {
    const row = rows.get(item.variant.code);
    const now = { quantity: item.quantity, total: item.total };
    rows.set(
      item.variant.code,
      row === undefined
        ? { code: item.variant.code, name: item.productName, before: null, now }
        : { ...row, now },
    );
  }
  return [...rows.values()];
}

/** What was agreed beside what it would be now; nothing is bought until the shopper says so (I7, CHK-19). */
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
  const { t, i18n } = useLingui();
  const { answer } = entry;
  const order = isOrder(answer?.context['order']) ? answer.context['order'] : null;
  const money = (cents: number) => formatMoney(cents, i18n.locale);
  const part = (one: Row['now']) =>
    one === null ? t`none` : `${String(one.quantity)} × · ${money(one.total)}`;
  const accept = () => {
    if (order === null) return;
    // Another agreement is another order: a key and a body of its own.
    const { maximumTotal: _sum, ...rest } = body;
    void theOutbox()
      .change(({ entries }) => {
        const now = entries.find((one) => one.id === entry.id);
        if (now === undefined) return { changes: {}, result: undefined };
        const agreed: OrderIntentBody = {
          ...rest,
          lines: order.items
            .filter((item) => item.marker === undefined)
            .map((item) => ({
              productVariantCode: item.variant.code,
              quantity: item.quantity,
              whenShort:
                body.lines.find((line) => line.productVariantCode === item.variant.code)?.whenShort ?? 'wait',
            })),
          expectedTotal: order.total,
          agreedAt: new Date().toISOString(),
        };
        const fresh: WaitingCommand = {
          ...now,
          id: crypto.randomUUID(),
          body: { ...agreed },
          shown: {
            ...shown,
            total: order.total,
            deliveryPrice: order.shippingTotal,
            lines: order.items.map((item) => ({
              code: item.variant.code,
              name: item.productName,
              variantName: item.variantName ?? '',
              quantity: item.quantity,
              total: item.total,
            })),
          },
          state: 'queued',
          tries: 0,
          nextTryAt: 0,
          notBefore: 0,
        };
        delete fresh.answer;
        return { changes: { update: [fresh] }, result: undefined };
      })
      .then(() => theOutbox().wake(true));
  };
  const takeWhatThereIs = (whenShort: 'reduce' | 'drop') =>
    void theOutbox().askAgain(entry.id, {
      ...body,
      lines: body.lines.map((line) => ({ ...line, whenShort })),
      agreedAt: new Date().toISOString(),
    });
  const isShort = answer?.errorCode === 'order.out_of_stock';
  return (
    <>
      <p>
        <strong>{answer?.message}</strong> <Trans>Nothing was ordered.</Trans>
      </p>
      {answer !== undefined && answer.violations.length > 0 && (
        <ul>
          {answer.violations.map((one) => (
            <li key={`${one.propertyPath} ${one.message}`}>{one.message}</li>
          ))}
        </ul>
      )}
      {order !== null && (
        <table className={styles['compare']}>
          <caption className="visually-hidden">
            <Trans>What you agreed to, and what it would be now</Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Goods</Trans>
              </th>
              <th scope="col">
                <Trans>You agreed to</Trans>
              </th>
              <th scope="col">
                <Trans>Now</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {rowsOf(shown, order).map((row) => (
              <tr
                key={row.code}
                data-differs={
                  row.before?.quantity !== row.now?.quantity ||
                  row.before?.total !== row.now?.total ||
                  undefined
                }
              >
                <td>{row.name}</td>
                <td>{part(row.before)}</td>
                <td>{part(row.now)}</td>
              </tr>
            ))}
            <tr data-differs={shown.deliveryPrice !== order.shippingTotal || undefined}>
              <td>
                <Trans>Delivery</Trans>
              </td>
              <td>{money(shown.deliveryPrice)}</td>
              <td>{money(order.shippingTotal)}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr data-differs={shown.total !== order.total || undefined}>
              <td>
                <Trans>Total</Trans>
              </td>
              <td>{money(shown.total)}</td>
              <td>{money(order.total)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      <div className={styles['ways']}>
        {order !== null && !isShort && (
          <Button onClick={accept}>
            <Trans>Order for {money(order.total)}</Trans>
          </Button>
        )}
        {isShort && (
          <>
            <Button onClick={() => takeWhatThereIs('reduce')}>
              <Trans>Take as many as there are</Trans>
            </Button>
            <Button kind="secondary" onClick={() => takeWhatThereIs('drop')}>
              <Trans>Leave out what is short</Trans>
            </Button>
          </>
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
