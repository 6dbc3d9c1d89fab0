import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderItem } from '#contract/orders.ts';
import type { LineMark } from '#domain/waiting-cart.ts';
import { formatTime } from '#i18n/format.ts';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { clockShape, errorShape, retryShape } from '#ui/icon-shapes-later.ts';
import { announce } from '#ui/live-region.tsx';
import { settleRefusal } from './cart-outbox.ts';
import { useChangeQuantity } from './use-change-quantity.ts';
import styles from './cart-lines.module.css';

/** The shop's own sentence, if it gave one. */
const said = (answer: LineMark['answer']): string | undefined =>
  answer === undefined || answer.message === '' ? undefined : answer.message;

/** A change that waits, or is on its way: it will pass by itself. */
function PassingNote({ mark }: { mark: LineMark }) {
  return (
    <p className={classNames(styles['mark'], styles['passing'])}>
      <Icon shape={mark.state === 'waiting' ? clockShape : retryShape} size={16} />
      <span>
        {mark.state === 'waiting' ? (
          <Trans>Saved on this device at {formatTime(mark.since)}, not sent yet</Trans>
        ) : (
          <Trans>Being sent…</Trans>
        )}
      </span>
    </p>
  );
}

/** The same for a change of the cart as a whole: it waits, is on its way, or was refused, with the ways out. */
export function CartMarkNote({
  mark,
  fallback,
}: {
  mark: LineMark | undefined;
  /** When the shop gave no sentence. */ fallback: string;
}) {
  if (mark === undefined) return null;
  if (mark.state === 'waiting' || mark.state === 'sending') return <PassingNote mark={mark} />;
  return (
    <div className={styles['refusal']} role="alert">
      <p>
        <Icon shape={errorShape} size={20} />
        <span>{said(mark.answer) ?? fallback}</span>
      </p>
      <div className={styles['ways']}>
        <button type="button" onClick={() => void settleRefusal(mark.ids, 'again')}>
          <Trans>Try again</Trans>
        </button>
        <button type="button" onClick={() => void settleRefusal(mark.ids, 'leave')}>
          <Trans>Leave as it was</Trans>
        </button>
      </div>
    </div>
  );
}

/** How a line differs from what the shop has: it waits, is on its way, or was refused, with the ways out (R0.44, R4.11). */
export function LineMarkNote({
  mark,
  item,
  isRefused,
}: {
  mark: LineMark;
  item: OrderItem;
  isRefused: boolean;
}) {
  const { t } = useLingui();
  const change = useChangeQuantity();
  const { state, answer, ids, kind, wanted } = mark;
  if (state === 'waiting' || state === 'sending') return <PassingNote mark={mark} />;
  const fallback: Record<string, string> = {
    addItem: t`Product add to cart error`,
    deleteItem: t`Delete item quantity error`,
    restoreItem: t`Restore item error`,
  };
  // As many as the shop says it has, when it says so.
  const { available } = item.availability;
  const less =
    isRefused && available !== undefined && available > 0 && available < (wanted ?? 0)
      ? available
      : undefined;
  return (
    <div className={styles['refusal']} role="alert">
      <p>
        <Icon shape={errorShape} size={20} />
        <span>
          {said(answer) ?? fallback[kind] ?? t`Change item quantity error`}
          {kind === 'changeQuantity' && wanted !== undefined && (
            <>
              {' '}
              <Trans>
                You asked for {wanted}, the cart holds {item.quantity}.
              </Trans>
            </>
          )}
        </span>
      </p>
      <div className={styles['ways']}>
        {less !== undefined && (
          <button type="button" onClick={() => change.mutate({ itemId: item.id, quantity: less })}>
            <Trans>Take {less}</Trans>
          </button>
        )}
        <button type="button" onClick={() => void settleRefusal(ids, 'again')}>
          <Trans>Try again</Trans>
        </button>
        <button
          type="button"
          onClick={() => {
            void settleRefusal(ids, 'leave').then(() => announce(t`Left as it was: ${item.productName}`));
          }}
        >
          {isRefused ? (
            <Trans>Do not buy</Trans>
          ) : kind === 'deleteItem' ? (
            <Trans>Keep it</Trans>
          ) : (
            <Trans>Leave as it was</Trans>
          )}
        </button>
      </div>
    </div>
  );
}
