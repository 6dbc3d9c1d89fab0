import { Plural, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { payingKinds, type PaymentLine } from '#contract/orders/adjustments.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { OrderIntentBody, ShortLine } from '#contract/orders/order-intents.ts';
import { besideEachOther, contentShown, type CardShown, type LineShown } from '#domain/cart/lines-shown.ts';
import { payerNames } from '#features/cart-page/adjustment-words.ts';
import { wrapShown, type IntentShown } from '#features/checkout/intent-shown.ts';
import { formatMoney } from '#i18n/format.ts';
import { Table } from '#ui/table.tsx';
import styles from './waiting.module.css';

/** A name of goods is long and a phone is narrow: it has a row of its own above its two sides. */
function NamedRow({
  name,
  isOther,
  isBetter = false,
  below,
  children,
}: {
  name: string;
  isOther: boolean;
  /** As many pieces for less, or a sum that is lower. */
  isBetter?: boolean;
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <tbody className={styles['compared']}>
      <tr>
        <th scope="rowgroup" colSpan={2}>
          {name}
        </th>
      </tr>
      <tr data-differs={isOther ? (isBetter ? 'better' : 'worse') : undefined}>{children}</tr>
      {below !== undefined && (
        <tr>
          <td colSpan={2} className={styles['below']}>
            {below}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** A sum of the order on both sides, cents; below zero what is taken off it. */
interface ComparedSum {
  name: string;
  agreed: number;
  now: number;
  /** It is not done any more. */
  isGone?: boolean;
  /** A means of payment beside money. */
  isPaying?: boolean;
}

/** What was agreed beside what it would be now, line by line; what differs is marked, not by colour alone. */
export function AgreedAndNow({
  body,
  shown,
  order,
}: {
  body: OrderIntentBody;
  shown: IntentShown;
  order: Order;
}) {
  const { t, i18n } = useLingui();
  const money = (cents: number) => formatMoney(cents, i18n.locale);
  const part = (line: LineShown | null) =>
    line === null ? (
      t`none`
    ) : (
      <>
        {money(line.total)}
        <small>
          <Plural value={line.quantity} one="# pc" other="# pcs" />
        </small>
      </>
    );
  const taken = (parts: readonly { amount: number }[] = []) =>
    parts.reduce((sum, { amount }) => sum + amount, 0);
  const ofKind = (cards: readonly CardShown[] = [], kind: PaymentLine) =>
    cards.filter(({ line = 'giftCoupon' }) => line === kind);
  const today = contentShown(order);
  /** Of what pays: less of it is better, unless the rest is to be paid instead. */
  const isBetter = ({ agreed, now, isGone = false, isPaying = false }: ComparedSum) =>
    isPaying ? now > agreed && order.total <= shown.total : now < agreed && !isGone;
  const sums: ComparedSum[] = [
    ...[
      { name: t`Discount`, agreed: taken(shown.discounts), now: taken(today.discounts) },
      ...payingKinds.map(({ line }) => ({
        name: i18n._(payerNames[line].all),
        agreed: taken(ofKind(shown.cards, line)),
        now: taken(ofKind(today.cards, line)),
        isPaying: true,
      })),
      {
        name: t`Gift wrap`,
        agreed: wrapShown(body, shown),
        now: today.giftWrapTotal,
        // What is not done any more is no better price.
        isGone: today.giftWrapTotal === 0,
      },
    ].filter(({ agreed, now }) => agreed !== 0 || now !== 0),
    { name: t`Delivery`, agreed: shown.deliveryPrice, now: order.shippingTotal },
    { name: t`Total`, agreed: shown.total, now: order.total },
  ];
  return (
    <Table
      className={styles['sideBySide']}
      caption={t`What you agreed to, and what it would be now`}
      columns={[t`You agreed to`, t`Now`]}
    >
      {besideEachOther(shown.lines, today.lines).map(({ key, name, isGift, agreed, now }) => (
        <NamedRow
          key={key}
          name={isGift ? `${name} (${t`Gift`})` : name}
          isOther={agreed?.quantity !== now?.quantity || agreed?.total !== now?.total}
          isBetter={agreed?.quantity === now?.quantity && (now?.total ?? 0) < (agreed?.total ?? 0)}
        >
          <td>{part(agreed)}</td>
          <td>{part(now)}</td>
        </NamedRow>
      ))}
      {sums.map((sum) => (
        <NamedRow key={sum.name} name={sum.name} isOther={sum.agreed !== sum.now} isBetter={isBetter(sum)}>
          <td>{money(sum.agreed)}</td>
          <td>{money(sum.now)}</td>
        </NamedRow>
      ))}
    </Table>
  );
}

/** What was asked for beside what the chosen way can have, of the lines that stopped the order; below, where else it lies. */
export function AskedAndThere({ shown, short }: { shown: IntentShown; short: readonly ShortLine[] }) {
  const { t } = useLingui();
  const nameOf = (code: string) => {
    const line = shown.lines.find((one) => one.code === code);
    return line === undefined ? code : [line.name, line.variantName].filter(Boolean).join(', ');
  };
  const whereElse = ({ collectAt = [], delivered }: ShortLine): string | undefined => {
    const places = collectAt.map((place) => place.name).join(', ');
    if (places !== '') return delivered ? t`Elsewhere: ${places}; can be delivered` : t`Elsewhere: ${places}`;
    return delivered ? t`Can be delivered` : undefined;
  };
  return (
    <Table
      className={styles['sideBySide']}
      caption={t`What you asked for, and what there is`}
      columns={[t`You asked for`, t`There are`]}
    >
      {short.map((line) => (
        <NamedRow
          key={line.productVariantCode}
          name={nameOf(line.productVariantCode)}
          isOther
          below={whereElse(line)}
        >
          <td>
            <Plural value={line.quantity} one="# pc" other="# pcs" />
          </td>
          <td>
            {line.available === 0 ? t`none` : <Plural value={line.available} one="# pc" other="# pcs" />}
          </td>
        </NamedRow>
      ))}
    </Table>
  );
}
