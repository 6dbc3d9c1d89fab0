import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { besideEachOther, type LinePair } from '#domain/cart/lines-shown.ts';
import { codeNames, payerNames } from '#features/cart-page/adjustment-words.ts';
import { wrapShown, type readIntent } from '#features/checkout/intent-shown.ts';
import { formatMoney } from '#i18n/format.ts';
import styles from './waiting.module.css';

type IntentContent = NonNullable<ReturnType<typeof readIntent>>;

/** A line as it was ordered; by the buyer's own rules that may be less than was asked for, and is said. */
function OrderLine({ pair, money }: { pair: LinePair; money: (cents: number) => string }) {
  const { name, isGift, agreed, now } = pair;
  if (now === null)
    return (
      <li className={styles['meta']}>
        <span>
          <Trans>{name}: not ordered, there was none left</Trans>
        </span>
      </li>
    );
  return (
    <li>
      <span>
        {`${name} ×\u00A0${String(now.quantity)}`}
        {isGift && (
          <small>
            <Trans>Gift</Trans>
          </small>
        )}
        {agreed !== null && agreed.quantity !== now.quantity && (
          <small>
            <Plural value={agreed.quantity} one="# pc was asked for" other="# pcs were asked for" />
          </small>
        )}
      </span>
      <span>{money(now.total)}</span>
    </li>
  );
}

/** What was ordered with its amounts; once it is placed, as the shop has it. */
export function OrderedLines({ content, isPlaced }: { content: IntentContent; isPlaced: boolean }) {
  const { i18n } = useLingui();
  const money = (cents: number) => formatMoney(cents, i18n.locale);
  const { body, shown } = content;
  const { placed, waitingCodes = [] } = shown;
  // What is gone from the message is waited for no more.
  const codes = isPlaced ? [] : waitingCodes.filter(({ what, code }) => [body?.[what]].flat().includes(code));
  const wrap = wrapShown(body, { ...shown, ...placed });
  return (
    <>
      <ul className={styles['lines']}>
        {besideEachOther(shown.lines, placed?.lines ?? shown.lines).map((pair) => (
          <OrderLine key={pair.key} pair={pair} money={money} />
        ))}
        {(placed ?? shown).discounts?.map(({ name, amount }) => (
          <li key={name}>
            <span>{name}</span>
            <span>{money(amount)}</span>
          </li>
        ))}
        {(placed ?? shown).cards?.map(({ label, amount, line = 'giftCoupon' }) => (
          <li key={label}>
            <span>
              {i18n._(payerNames[line].one)} <span translate="no">{label}</span>
            </span>
            <span>{money(amount)}</span>
          </li>
        ))}
        {codes.map(({ what, code }) => (
          <li key={`${what} ${code}`}>
            <span>
              {i18n._(codeNames[what])} <b translate="no">{code}</b>
              <small>
                <Trans>The shop judges it when the order arrives.</Trans>
              </small>
            </span>
          </li>
        ))}
        {wrap > 0 && (
          <li>
            <span>
              <Trans>Gift wrap</Trans>
            </span>
            <span>{money(wrap)}</span>
          </li>
        )}
        <li>
          <span>{shown.delivery}</span>
          <span>{money(placed?.deliveryPrice ?? shown.deliveryPrice)}</span>
        </li>
      </ul>
      <p className={styles['sum']}>
        <span>{isPlaced ? <Trans>Total</Trans> : <Trans>You agreed to</Trans>}</span>
        <b>{money(placed?.total ?? shown.total)}</b>
      </p>
      <p className={styles['meta']}>
        {shown.payment}
        {!isPlaced && body?.maximumTotal !== undefined && (
          <>
            {' · '}
            <Trans>sent up to {money(body.maximumTotal)} without asking</Trans>
          </>
        )}
      </p>
    </>
  );
}
