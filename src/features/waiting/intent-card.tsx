import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { canBeStopped, isOfClaimedCart, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { countAnew } from '#features/cart/count-anew.ts';
import { takeIntentBack } from '#features/checkout/take-order-back.ts';
import {
  intentState,
  readIntent,
  type IntentShown,
  type IntentState,
} from '#features/checkout/intent-shown.ts';
import { useShop } from '#api/shop.ts';
import { useSignedIn } from '#api/use-signed-in.ts';
import { formatMoment } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { okShape, warningShape } from '#ui/icons/icon-shapes.ts';
import { clockShape, retryShape } from '#ui/icons/icon-shapes-later.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { showToast } from '#ui/toast-state.ts';
import { ConfirmTakeBack, type TakingBack } from './confirm-take-back.tsx';
import { HandOn } from './hand-on.tsx';
import { IntentReview } from './intent-review.tsx';
import { OrderedLines } from './ordered-lines.tsx';
import { SendNow } from './send-now.tsx';
import { StateMeaning } from './state-meaning.tsx';
import styles from './waiting.module.css';
import { errorShape } from '#ui/icons/icon-shapes-orders.ts';

const shapes: Record<IntentState, string> = {
  saved: clockShape,
  sending: retryShape,
  placed: okShape,
  'needs answer': warningShape,
  parked: errorShape,
};

type PlacedShown = NonNullable<IntentShown['placed']>;

/** What its buyer did not expect of a placed order. */
function PlacedNotes({ placed }: { placed: PlacedShown }) {
  return (
    <>
      {placed.isStoppedLate && (
        <Notice kind="warn">
          <p>
            <Trans>It could not be stopped any more: the shop had taken it before.</Trans>
          </p>
        </Notice>
      )}
      {placed.isUnstopped && (
        <Notice kind="warn">
          <p>
            <Trans>
              You wanted it stopped, but the shop could not do that, and has taken it. To cancel it, please
              call or write to us and name its number.
            </Trans>
          </p>
        </Notice>
      )}
      {placed.isEarlier && (
        <Notice kind="warn">
          <p>
            <Trans>
              This cart had been ordered before: this is that order. What was saved later was not ordered.
            </Trans>
          </p>
        </Notice>
      )}
      {placed.warnings?.map((told) => (
        <Notice key={told} kind="warn">
          <p>
            <RichText as="span" html={told} />
          </p>
        </Notice>
      ))}
    </>
  );
}

/** The ways on from a placed order. */
function PlacedWays({ placed, onSeen }: { placed: PlacedShown; onSeen: () => void }) {
  const paths = usePaths();
  return (
    <div className={styles['ways']}>
      {/* Seen is seen: the strip on every page has said what it had to say. */}
      <Link className={buttonClass()} to={paths.order(placed.tokenValue)} onClick={onSeen}>
        <Trans>See the order</Trans>
      </Link>
      {placed.paymentId !== undefined && (
        <Link className={buttonClass('secondary')} to={paths.checkout(placed.tokenValue)}>
          <Trans>Pay</Trans>
        </Link>
      )}
      <Button kind="quiet" onClick={onSeen}>
        <Trans>Take off this list</Trans>
      </Button>
    </div>
  );
}

/** Where the goods of an order are whose cart has gone into an account. */
function ToAccountCart({ isSignedIn }: { isSignedIn: boolean }) {
  const paths = usePaths();
  return !isSignedIn ? (
    <Link className={buttonClass()} to={paths.auth()} state={{ from: paths.cart() }}>
      <Trans>Sign in</Trans>
    </Link>
  ) : (
    <Link className={buttonClass()} to={paths.cart()}>
      <Trans>Go to the cart</Trans>
    </Link>
  );
}

/** The ways on from an order that is not placed: sent, taken back, handed on. */
function UnplacedWays({
  entry,
  state,
  isReadable,
  onAsk,
}: {
  entry: WaitingCommand;
  state: IntentState;
  isReadable: boolean;
  onAsk: (what: TakingBack) => void;
}) {
  const isAtShop = entry.kind === 'completeOrder';
  const isSignedIn = useSignedIn();
  return (
    <>
      <div className={styles['ways']}>
        {isOfClaimedCart(entry) ? (
          <ToAccountCart isSignedIn={isSignedIn} />
        ) : (
          state !== 'needs answer' && !entry.isStopping && <SendNow />
        )}
        {canBeStopped(entry) && (
          <Button kind="secondary" onClick={() => onAsk('stop')}>
            <Trans>Stop the order</Trans>
          </Button>
        )}
        {state !== 'sending' && entry.reason !== 'newer' && (
          <>
            {/* Beside the goods that the account's cart has already they would stand twice. */}
            {!(isOfClaimedCart(entry) && isSignedIn) && (
              <Button kind="secondary" onClick={() => onAsk('change')}>
                <Trans>Change the order</Trans>
              </Button>
            )}
            {/* One whose cart is in an account is not the shop's to give back: only taken off the list. */}
            {(!isAtShop || isOfClaimedCart(entry)) && (
              <Button kind="quiet" onClick={() => onAsk('withdraw')}>
                <Trans>Withdraw</Trans>
              </Button>
            )}
          </>
        )}
      </div>
      {isReadable && !isAtShop && !entry.isStopping && !isOfClaimedCart(entry) && <HandOn entry={entry} />}
    </>
  );
}

/** One order made on this device, in one of states that cannot be taken for one another. */
export function IntentCard({ entry }: { entry: WaitingCommand }) {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const paths = usePaths();
  const navigate = useNavigate();
  const content = readIntent(entry);
  const state = intentState(entry);
  // Of a checkout at the shop: the cart lies there, and taking the order back gives it back.
  const isAtShop = entry.kind === 'completeOrder';
  const stillThere = () => showToast(t`It may have reached the shop already: wait for its answer.`, 'error');
  const [asked, setAsked] = useState<TakingBack | null>(null);
  const change = async () => {
    const token = await takeIntentBack(entry.id);
    if (token === null) {
      stillThere();
      return;
    }
    showToast(t`The goods are in the cart again. Nothing is ordered until you confirm it anew.`);
    await countAnew({ shop, queryClient }, token);
    await navigate(paths.checkout());
  };
  const cancel = async () => {
    if (!(await theOutbox().withdraw(entry.id))) stillThere();
  };
  const stop = async () => {
    if (!(await theOutbox().stopOrder(entry.id))) showToast(t`The shop has answered meanwhile.`);
  };
  const isDue = { change, withdraw: cancel, stop };
  const placed = content?.shown.placed;
  const words: Record<IntentState, string> = {
    saved: t`Saved on this device, not sent yet`,
    sending: entry.isStopping ? t`Being stopped` : t`Being sent`,
    placed: placed?.number === undefined ? t`Ordered` : t`Ordered, number ${placed.number}`,
    'needs answer': t`Needs your answer`,
    parked: t`Cannot be sent`,
  };
  return (
    <article className={styles['card']} data-state={state} aria-label={words[state]}>
      <div className={styles['head']}>
        <h2 className={styles['state']}>
          <Icon shape={shapes[state]} size={24} />
          {words[state]}
        </h2>
        <span className={styles['since']}>
          <Trans>saved {formatMoment(entry.at, shop.locale)}</Trans>
        </span>
      </div>
      <StateMeaning state={state} entry={entry} hasBody={content?.body !== null} />
      {state === 'needs answer' && content !== null && content.body !== null ? (
        <IntentReview
          entry={entry}
          body={content.body}
          shown={content.shown}
          onChange={() => setAsked('change')}
          onCancel={() => setAsked('withdraw')}
        />
      ) : (
        // Without the shop's figures what was agreed to would be taken for what was ordered.
        content !== null &&
        !(placed?.isEarlier && placed.total === undefined) && (
          <OrderedLines content={content} isPlaced={state === 'placed'} />
        )
      )}
      {placed !== undefined && <PlacedNotes placed={placed} />}
      {state === 'placed' && placed !== undefined ? (
        <PlacedWays placed={placed} onSeen={() => void cancel()} />
      ) : (
        (state !== 'needs answer' || isAtShop) && (
          <UnplacedWays entry={entry} state={state} isReadable={content !== null} onAsk={setAsked} />
        )
      )}
      {asked !== null &&
        (asked === 'stop' ? canBeStopped(entry) : state !== 'sending' && state !== 'placed') && (
          <ConfirmTakeBack
            what={asked}
            onClose={() => setAsked(null)}
            onConfirm={() => {
              setAsked(null);
              void isDue[asked]();
            }}
          />
        )}
    </article>
  );
}
