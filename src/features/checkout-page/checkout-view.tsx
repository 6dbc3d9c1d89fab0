import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import type { Violation } from '#contract/errors.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { cartScope, isStopped, isUnsent, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { letCartGo } from '#features/cart/cart-token.ts';
import { CartWarnings } from '#features/cart-page/cart-warnings.tsx';
import { usePaths } from '#i18n/paths.ts';
import { isWithoutNetwork } from '#offline/outbox/page-outbox.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import { useHoldUpdates } from '#offline/worker/update-offer.ts';
import { announce } from '#ui/live-region.tsx';
import { Button } from '#ui/button.tsx';
import { useLongWork } from '#ui/loading-time.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AddressStep } from './address-step.tsx';
import { createCheckout } from '#features/checkout/checkout-actors.ts';
import { shownStep, type OpenStep } from '#features/checkout/checkout-machine.ts';
import { closeDraft, untoldDelivery, writePlacedOrder } from '#features/checkout/device-cells.ts';
import { OrderAside } from './order-aside.tsx';
import { OrderTakenBack, type PlacedOrder } from '#features/checkout/order-command.ts';
import { goToPayment } from '#features/checkout/payment-request.ts';
import { PaymentStep } from './payment-step.tsx';
import type { ChosenDelivery } from '#features/checkout/parcel-choices.ts';
import { ShippingStep } from './shipping-step.tsx';
import { useShopUnreachable } from '#features/checkout/shop-trouble.ts';
import { StepList } from './step-list.tsx';
import { StepRefusal } from './step-refusal.tsx';
import { useStepHeading, useStepHistory } from '#features/checkout/use-step-history.ts';
import styles from './checkout-view.module.css';

/** How long an order may be on its way before the screen says more than "ordering", ms. */
const patience = 4_000;
const noViolations: readonly Violation[] = [];

interface CheckoutViewProps {
  order: ShownCart;
  /** Told when the shop's calls find no answer, and when they do again. */
  onTrouble: (isInTrouble: boolean) => void;
  /** Shows an order that is saved on this device and not answered yet. */
  renderWaiting: (entry: WaitingCommand) => ReactNode;
}

/**
 * An order that is placed is paid where that is done elsewhere, or the buyer is thanked; its cart is used up.
 * @param cart token of that cart
 */
function useLeavePlaced(cart: string, isCompleted: boolean, placedOrder: () => PlacedOrder | null): void {
  const shop = useShop();
  const paths = usePaths();
  const navigate = useNavigate();
  useEffect(() => {
    const placed = isCompleted ? placedOrder() : null;
    if (placed === null) return;
    writePlacedOrder(placed.tokenValue);
    closeDraft();
    const leave = async () => {
      const { paymentId } = placed;
      if (paymentId !== undefined) {
        try {
          await goToPayment(shop, paths, placed.tokenValue, paymentId);
          return;
        } catch {
          // The order stands; the thank-you page offers to pay again.
        }
      }
      await navigate(paths.thankYou());
    };
    void leave().finally(() => {
      letCartGo(cart);
    });
  }, [cart, isCompleted, placedOrder, navigate, paths, shop]);
}

/** The order is on the disk, and the shop fails at it: it is asked about again and again (R8.24). */
function StillAsking() {
  return (
    <Notice kind="danger" alert>
      <p>
        <strong>
          <Trans>Complete order error</Trans>
        </strong>{' '}
        <Trans>
          We keep asking about the same order; it cannot be ordered twice, and what you typed is kept.
        </Trans>
      </p>
    </Notice>
  );
}

/** Another window, or another device, has changed the order: why an earlier step is open again. Said politely, nothing was pressed. */
function StepAskedAgain() {
  const { t } = useLingui();
  const words = t`The order has changed meanwhile, perhaps in another window: this step is asked again. What you typed is kept.`;
  useEffect(() => announce(words), [words]);
  return (
    <Notice kind="warn">
      <p>{words}</p>
    </Notice>
  );
}

/** In place of the choice of delivery while the shop is told of the one that was made without it. */
function UntoldDelivery({ isAsking, onAgain }: { isAsking: boolean; onAgain: () => void }) {
  return isAsking ? (
    <Skeleton height="16rem" />
  ) : (
    <p>
      <Button onClick={onAgain}>
        <Trans>Try again</Trans>
      </Button>
    </p>
  );
}

/** The three steps of buying, led by the chart; beside them what is being bought (R2.16, R4.19). */
export function CheckoutView({ order, onTrouble, renderWaiting }: CheckoutViewProps) {
  const shop = useShop();
  const queryClient = useQueryClient();
  const token = order.tokenValue;
  useHoldUpdates(true);

  const [{ machine, placedOrder }] = useState(() => createCheckout(shop, queryClient, token));
  const [untold] = useState(() => untoldDelivery(token));
  const [snapshot, send] = useMachine(machine, { input: { state: order.checkoutState, untold } });
  const { error } = snapshot.context;
  const [delivery, setDelivery] = useState<ChosenDelivery | null>(null);
  const step = shownStep(snapshot);
  const openStep = (to: OpenStep) => send({ type: 'OPEN_STEP', step: to });
  useStepHistory(step, openStep);
  const busy = snapshot.hasTag('busy');
  const isCompleted = snapshot.matches('completed');

  const { entries } = useOutbox();
  const onItsWay = snapshot.matches('placing')
    ? entries.find((one) => one.kind === 'completeOrder' && one.scope === cartScope(token) && !isStopped(one))
    : undefined;
  const isSaved = onItsWay !== undefined;
  const isLong = useLongWork(isSaved, patience);
  const shown =
    isLong || (onItsWay !== undefined && isUnsent(onItsWay) && isWithoutNetwork()) ? onItsWay : undefined;

  // Once the press is on the disk there is nothing left that another way could do better.
  const isInTrouble =
    useShopUnreachable(token, busy && !isSaved && !isCompleted, error) && !isSaved && !isCompleted;
  /** The way on that is offered above says that there is no connection. */
  const isOfferedInstead = isInTrouble && error instanceof ApiError && error.kind === 'unreachable';
  useEffect(() => {
    onTrouble(isInTrouble);
  }, [isInTrouble, onTrouble]);

  useEffect(() => {
    send({ type: 'ORDER_CHANGED', state: order.checkoutState });
  }, [order.checkoutState, send]);

  useLeavePlaced(token, isCompleted, placedOrder);

  const heading = useStepHeading(step);

  const violations = error instanceof ApiError ? error.violations : noViolations;
  /** The step says which of its fields are on the screen; everything else that was refused stands in the box above them. */
  const refusal = (isDrawn: (path: string) => boolean) =>
    error !== null &&
    !(error instanceof OrderTakenBack) &&
    !busy &&
    !isOfferedInstead && <StepRefusal error={error} step={step} order={order} isDrawn={isDrawn} />;

  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>
        <h1 ref={heading} tabIndex={-1}>
          <Trans>Checkout</Trans>
        </h1>
        {onItsWay?.trouble !== undefined && <StillAsking />}
        {shown !== undefined && renderWaiting(shown)}
        <div className={styles['steps']} hidden={shown !== undefined}>
          <StepList
            step={step}
            reached={order.checkoutState}
            nothingToShip={order.items.every(({ marker }) => marker === soldCardMarker)}
            onOpen={openStep}
          />
          {/* In the open part: what is being bought is folded on a phone. */}
          <CartWarnings order={order} />
          {snapshot.context.isThrownBack && error === null && <StepAskedAgain />}
          {step === 'shipping' && (
            <>
              {refusal(() => false)}
              {snapshot.context.untold === null ? (
                <ShippingStep
                  order={order}
                  busy={busy}
                  onDelivery={setDelivery}
                  onSubmit={(choices) => send({ type: 'SUBMIT_SHIPPING', choices })}
                />
              ) : (
                <UntoldDelivery isAsking={busy} onAgain={() => send({ type: 'CARRY_AGAIN' })} />
              )}
            </>
          )}
          {step === 'address' && (
            <AddressStep
              order={order}
              busy={busy}
              violations={violations}
              refusal={refusal}
              onSubmit={(body) => send({ type: 'SUBMIT_ADDRESS', body })}
            />
          )}
          {step === 'payment' && (
            <PaymentStep
              order={order}
              busy={busy}
              violations={violations}
              refusal={refusal}
              onSubmit={(placing) => send({ type: 'SUBMIT_ORDER', placing })}
            />
          )}
        </div>
      </div>
      <OrderAside order={order} delivery={delivery} />
    </div>
  );
}
