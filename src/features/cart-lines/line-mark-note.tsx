import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { LineMark } from '#domain/waiting/line-mark.ts';
import { lineName, setLine } from '#domain/waiting/waiting-command.ts';
import { formatTime } from '#i18n/format.ts';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { clockShape, retryShape } from '#ui/icons/icon-shapes-later.ts';
import { announce } from '#ui/live-region.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { settleRefusal } from '#features/cart/settle-refusal.ts';
import { useChangeQuantity } from '#features/cart/use-change-quantity.ts';
import { useDeleteItem } from '#features/cart/use-delete-item.ts';
import { useRestoreItem } from '#features/cart/use-restore-item.ts';
import styles from './cart-lines.module.css';
import { errorShape } from '#ui/icons/icon-shapes-orders.ts';

/** The shop's own sentence, which may be marked up; ours where it gave none. */
const Said = ({ answer, fallback }: { answer: LineMark['answer']; fallback: string }) =>
  answer === undefined || answer.message === '' ? fallback : <RichText as="span" html={answer.message} />;

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

/** What the shop failed at is asked for again by itself; nobody has to wait for it in silence. */
const Again = () => <Trans>The shop is asked again by itself.</Trans>;

/** The same for a change of the cart as a whole: it waits, is on its way, failed or was refused, with the ways out. */
export function CartMarkNote({
  mark,
  fallback,
  onLeave,
}: {
  mark: LineMark | undefined;
  /** When the shop gave no sentence. */
  fallback: string;
  /** Takes back what the shop failed at: it may have been done. */
  onLeave?: () => void;
}) {
  if (mark === undefined) return null;
  if (mark.state === 'waiting' || mark.state === 'sending') return <PassingNote mark={mark} />;
  const isFailing = mark.state === 'failing';
  return (
    <div className={styles['refusal']} role="alert">
      <p>
        <Icon shape={errorShape} size={20} />
        <span>
          <Said answer={mark.answer} fallback={fallback} /> {isFailing && <Again />}
        </span>
      </p>
      <div className={styles['ways']}>
        <button type="button" onClick={() => void settleRefusal(mark, 'again')}>
          <Trans>Try again</Trans>
        </button>
        {(!isFailing || onLeave !== undefined) && (
          <button
            type="button"
            onClick={() => {
              if (isFailing) onLeave?.();
              else void settleRefusal(mark, 'leave');
            }}
          >
            <Trans>Leave as it was</Trans>
          </button>
        )}
      </div>
    </div>
  );
}

/** What stands at a change that the shop gave no sentence for (R8.20 to R8.23). */
function useFallback(): (kind: LineMark['kind']) => string {
  const { t } = useLingui();
  return (kind) =>
    kind === 'addItem' || kind === 'addBundle'
      ? t`Product add to cart error`
      : kind === 'deleteItem'
        ? t`Delete item quantity error`
        : kind === 'restoreItem'
          ? t`Restore item error`
          : t`Change item quantity error`;
}

/** The word at a line that was removed: its removal or its return waits, is on its way, failed or was refused. */
export function RemovedMarkNote({ mark }: { mark: LineMark }) {
  const fallback = useFallback();
  if (mark.state === 'waiting' || mark.state === 'sending') return <PassingNote mark={mark} />;
  return (
    <div className={styles['refusal']} role="alert">
      <p>
        <Icon shape={errorShape} size={20} />
        <span>
          <Said answer={mark.answer} fallback={fallback(mark.kind)} /> {mark.state === 'failing' && <Again />}
        </span>
      </p>
    </div>
  );
}

/** How a line differs from what the shop has: it waits, is on its way, failed or was refused, with the ways out (R0.44, R4.11). */
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
  const remove = useDeleteItem();
  const restore = useRestoreItem();
  const fallback = useFallback();
  const { state, answer, kind, wanted } = mark;
  if (state === 'waiting' || state === 'sending') return <PassingNote mark={mark} />;
  const line = mark.kind === 'addBundle' && item.bundle ? setLine(item.bundle.groupId) : lineName(item);
  // Goods that the shop failed to take in stand in the cart already (decision 31).
  const before = item.quantity - (wanted ?? 0);
  const isAllNew =
    isRefused || (state === 'failing' && (kind === 'addBundle' || (kind === 'addItem' && before <= 0)));
  const leave = async () => {
    if (state !== 'failing') await settleRefusal(mark, 'leave', line);
    // It may have been done: what undoes it is sent behind it.
    else if (isAllNew) remove.mutate({ itemId: item.id, line });
    else if (kind === 'addItem') change.mutate({ itemId: item.id, line, quantity: before });
    else if (kind === 'deleteItem') restore.mutate({ itemId: item.id, line });
    else change.mutate({ itemId: item.id, line, quantity: item.quantity });
    announce(t`Left as it was: ${item.productName}`);
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
          <Said answer={answer} fallback={fallback(kind)} /> {state === 'failing' && <Again />}
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
        <button type="button" onClick={() => void settleRefusal(mark, 'again')}>
          <Trans>Try again</Trans>
        </button>
        <button type="button" onClick={() => void leave()}>
          {isAllNew ? (
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
