import { partsOf } from '#domain/waiting/many-lines.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { useShop } from '#api/shop.ts';
import {
  isMessage,
  isOrderEntry,
  isPartOf,
  isStopped,
  lineName,
  setLine,
  type WaitingCommand,
  tokenOf,
} from '#domain/waiting/waiting-command.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { setsAsked } from '#domain/waiting/waiting-sets.ts';
import { choiceSentence } from '#features/cart-page/adjustment-words.ts';
import { openCart } from '#features/cart/cart-outbox.ts';
import { useQueryClient } from '@tanstack/react-query';
import { intentState } from '#features/checkout/intent-shown.ts';
import { formatMoment } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import type { OutboxState } from '#offline/outbox/outbox-state.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useKeepFocus } from '#ui/focus/keep-focus.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';
import { IntentCard } from './intent-card.tsx';
import { MessageRows } from './message-rows.tsx';
import { SendNow } from './send-now.tsx';
import styles from './waiting.module.css';

/** What a change is about: as it says itself, else as its line stands in the cart; a code is no name for people. */
function nameOf(entry: WaitingCommand, carts: OutboxState['carts']): string {
  const shown = entry.shown as Partial<OrderItem> | undefined;
  if (shown?.bundle !== undefined && !isPartOf(entry.line, setLine(shown.bundle.groupId)))
    return shown.bundle.name;
  if (typeof shown?.productName === 'string') return shown.productName;
  const order = carts.get(tokenOf(entry.scope))?.order;
  const item = order?.items.find((one) => lineName(one) === entry.line);
  return item?.productName ?? entry.line ?? '';
}

/** One change of a cart in words. */
function useSentence() {
  const { t, i18n } = useLingui();
  const { carts } = useOutbox();
  return (entry: WaitingCommand): string => {
    const choice = choiceSentence(entry);
    if (choice !== undefined) return i18n._(choice);
    const name = nameOf(entry, carts);
    const quantity = entry.kind === 'changeQuantity' ? setsAsked(entry) : Number(entry.body['quantity'] ?? 0);
    switch (entry.kind) {
      case 'pickUpCart':
        return t`Begin a cart`;
      case 'addItem':
      case 'addBundle':
        return t`Add to the cart: ${name} × ${quantity}`;
      case 'addItems': {
        const lines = partsOf(entry).length;
        return t`Add to the cart, lines: ${lines}`;
      }
      case 'changeQuantity':
        return t`Change the number of pieces: ${name} → ${quantity}`;
      case 'deleteItem':
        return t`Take out of the cart: ${name}`;
      case 'restoreItem':
        return t`Bring back: ${name}`;
      case 'clearCart':
        return t`Empty the cart`;
      default:
        return t`Place the order`;
    }
  };
}

/** The shop's sentence, of a refusal or of a failure that is asked about again. */
function Said({ entry: { answer, trouble } }: { entry: WaitingCommand }) {
  const message = (answer ?? trouble)?.message ?? '';
  if (message === '') return null;
  return (
    <>
      {': '}
      <RichText as="span" html={message} />
    </>
  );
}

function ChangeRow({ entry }: { entry: WaitingCommand }) {
  const { t } = useLingui();
  const { locale } = useShop();
  const sentence = useSentence();
  const state =
    entry.state === 'refused'
      ? 'needs answer'
      : entry.state === 'parked'
        ? 'parked'
        : entry.tries > 0
          ? 'sending'
          : 'saved';
  const words = {
    saved: t`Saved on this device, not sent yet`,
    sending: t`Being sent`,
    'needs answer': t`Needs your answer`,
    parked: t`Cannot be sent`,
  };
  return (
    <li className={styles['card']} data-state={state}>
      <div className={styles['head']}>
        <b>{sentence(entry)}</b>
        <span className={styles['since']}>{formatMoment(entry.at, locale)}</span>
      </div>
      <p className={styles['meta']}>
        {words[state]}
        <Said entry={entry} />
      </p>
      {state === 'sending' && (
        <p className={styles['meta']}>
          <Trans>The shop has not answered yet. It is asked again by itself; nothing is sent twice.</Trans>
        </p>
      )}
      <div className={styles['ways']}>
        {(state === 'needs answer' || state === 'parked') && entry.reason !== 'newer' && (
          <Button kind="secondary" onClick={() => void theOutbox().askAgain(entry.id)}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {state !== 'sending' && entry.kind !== 'pickUpCart' && (
          <Button kind="quiet" onClick={() => void theOutbox().withdraw(entry.id)}>
            <Trans>Withdraw</Trans>
          </Button>
        )}
      </div>
    </li>
  );
}

/** Whoever withdraws the entry that they are at stays with the one in its place. */
function Kept({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useKeepFocus(place);
  return (
    <div ref={place} className={styles['all']}>
      {children}
    </div>
  );
}

/** A change of the cart that waits. The beginning of a cart is told only where it holds up all that is in it. */
const isChangeToTell = (entry: WaitingCommand): boolean =>
  !isOrderEntry(entry) &&
  !isMessage(entry) &&
  entry.state !== 'confirmed' &&
  (entry.kind !== 'pickUpCart' || isStopped(entry));

/** Everything that waits on this device to be sent, since when, and what can be done about it (reliability 3.1). */
export function WaitingView() {
  const shop = useShop();
  const paths = usePaths();
  const queryClient = useQueryClient();
  const mounted = useHydrated();
  const { entries, broken, isReady, othersWait } = useOutbox();
  useEffect(() => {
    void openCart({ shop, queryClient });
  }, [shop, queryClient]);
  if (!mounted || !isReady) return <Skeleton height="16rem" />;
  const orders = entries.filter(isOrderEntry);
  const messages = entries.filter(isMessage);
  const changes = entries.filter(isChangeToTell);
  const isEmpty = orders.length + messages.length + changes.length + broken.length === 0;
  // What asks the buyer, cannot go, or was placed is sent by nobody.
  const isToBeSent = [...orders, ...messages, ...changes].some((entry) =>
    ['saved', 'sending'].includes(intentState(entry)),
  );
  return (
    <Kept>
      {isEmpty ? (
        <EmptyState
          drawing="cart"
          title={<Trans>Nothing waits on this device.</Trans>}
          action={
            <Link className={buttonClass()} to={paths.home()}>
              <Trans>Choose goods</Trans>
            </Link>
          }
        />
      ) : (
        isToBeSent && (
          <p className={styles['intro']}>
            <Trans>
              What you did without a connection is kept on this device and sent by itself. You can also send
              it now.
            </Trans>
          </p>
        )
      )}
      {orders.toReversed().map((entry) => (
        <IntentCard key={entry.seq} entry={entry} />
      ))}
      {changes.length > 0 && (
        <section>
          <h2>
            <Plural
              value={changes.length}
              one="# change of the cart waits"
              other="# changes of the cart wait"
            />
          </h2>
          <ul className={styles['page']}>
            {changes.map((entry) => (
              <ChangeRow key={entry.seq} entry={entry} />
            ))}
          </ul>
          <div className={styles['ways']}>
            <SendNow />
            <Link className={buttonClass('secondary')} to={paths.cart()}>
              <Trans>Go to the cart</Trans>
            </Link>
          </div>
        </section>
      )}
      <MessageRows entries={messages} />
      {othersWait > 0 && (
        <Notice kind="info">
          <p>
            <Plural
              value={othersWait}
              one="# entry of somebody who is not signed in is kept here. It is sent when that person signs in again."
              other="# entries of somebody who is not signed in are kept here. They are sent when that person signs in again."
            />
          </p>
        </Notice>
      )}
      {broken.length > 0 && (
        <Notice kind="warn">
          <p>
            <Plural
              value={broken.length}
              one="# saved entry cannot be read. Here is what is left of it:"
              other="# saved entries cannot be read. Here is what is left of them:"
            />
          </p>
          {broken.map(({ seq, content }) => (
            <p key={seq} className={styles['text']}>
              {JSON.stringify(content)}
            </p>
          ))}
        </Notice>
      )}
    </Kept>
  );
}
