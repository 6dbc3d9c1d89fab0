import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import type { Order } from '#contract/orders/orders.ts';
import { offlineAmounts } from '#domain/waiting/offline-amounts.ts';
import {
  deliveryPrice,
  deliveryWays,
  type DeliveryWays,
  isDeliveryComplete,
  kindsOf,
  paymentWays,
  type OfflineDelivery,
  type SendIf,
} from '#domain/waiting/offline-order.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { CartWarnings } from '#features/cart-page/cart-warnings.tsx';
import { usePaths } from '#i18n/paths.ts';
import { useHoldUpdates } from '#offline/worker/update-offer.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AddressStep } from './address-step.tsx';
import { shownStep, type OpenStep } from '#features/checkout/checkout-machine.ts';
import { checkoutQueries } from '#features/checkout/checkout-queries.ts';
import { closeDraft, readDraft } from '#features/checkout/device-cells.ts';
import {
  CartChangedMeanwhile,
  CartIsOrdered,
  letOrderedCartGo,
} from '#features/checkout/offline-checkout-actors.ts';
import { OfflineShippingStep } from './offline-shipping-step.tsx';
import { OrderAside } from './order-aside.tsx';
import { PaymentStep } from './payment-step.tsx';
import { SendIfRules } from './send-if-rules.tsx';
import { StepList } from './step-list.tsx';
import { useOfflineChart } from '#features/checkout/use-offline-chart.ts';
import { useStepHeading, useStepHistory } from '#features/checkout/use-step-history.ts';
import styles from './checkout-view.module.css';

const noDelivery: OfflineDelivery = { method: null, pickupPoint: null, place: null };

/** False when the browser may throw away what is kept; null while that is found out. */
function usePersisted(): boolean | null {
  const [isKept, setKept] = useState<boolean | null>(null);
  useEffect(() => {
    void (async () => {
      const { storage } = navigator as { storage?: StorageManager };
      // Asked at the moment when there is something to keep; the browser may say no.
      setKept((await storage?.persisted?.()) === true || (await storage?.persist?.()) === true);
    })().catch(() => setKept(false));
  }, []);
  return isKept;
}

/** The cart as the order that is being made of it: with the amounts, and a parcel for each kind of the chosen delivery. */
function offlineOrder(
  order: ShownCart,
  delivery: OfflineDelivery,
  ways: DeliveryWays,
  taxRate?: number,
): Order {
  return {
    ...order,
    ...offlineAmounts(order, deliveryPrice(delivery, ways), taxRate),
    shipments: kindsOf(delivery, ways).map((kind, index) => ({
      id: -index - 1,
      state: 'cart',
      kind,
      price: 0,
      items: [],
      warehouse: { code: '', name: '', address: '', city: '' },
    })),
  };
}

/** What becomes of the order that is made here. */
function SentLater() {
  return (
    <Notice kind="info">
      <p>
        <Trans>
          The order is saved on this device and sent when there is a connection. Until then nothing is
          ordered, and you can change it or take it back.
        </Trans>
      </p>
    </Notice>
  );
}

/** Gift cards in the cart: nothing of it can be ordered here. */
function HasGiftCards() {
  return (
    <Notice kind="warn" alert>
      <p>
        <Trans>
          There are gift cards in this cart: those are bought with a connection. Your cart is kept.
        </Trans>
      </p>
    </Notice>
  );
}

/** The device has never been told the ways of delivery and payment (CHK-20). */
function OptionsMissing() {
  return (
    <Notice kind="warn" alert>
      <p>
        <Trans>
          The ways of delivery are not on this device yet. Open the shop once with a connection, then orders
          can be made without one. Your cart is kept.
        </Trans>
      </p>
    </Notice>
  );
}

/** The browser has not promised to keep what the shop stores. */
function MayBeLost() {
  return (
    <Notice kind="warn">
      <p>
        <strong>
          <Trans>This browser may throw away what it keeps when the device runs out of space.</Trans>
        </strong>{' '}
        <Trans>
          After saving you can also hand the order on as text: by SMS, to a colleague's phone, on paper.
        </Trans>
      </p>
    </Notice>
  );
}

/** Why the press left no order on this device. */
function NotSaved({ error }: { error: unknown }) {
  const paths = usePaths();
  return (
    <Notice kind="danger" alert>
      {error instanceof CartIsOrdered ? (
        <p>
          <Trans>This cart is ordered already: its order stands on the page of what waits.</Trans>{' '}
          <Link to={paths.waiting()}>
            <Trans>See the order</Trans>
          </Link>
        </p>
      ) : error instanceof CartChangedMeanwhile ? (
        <Trans>
          The order has changed meanwhile, perhaps in another window: this step is asked again. What you typed
          is kept.
        </Trans>
      ) : (
        <Trans>
          The order could not be saved on this device. Nothing was ordered; stay on this page and try again.
        </Trans>
      )}
    </Notice>
  );
}

/**
 * The checkout with no connection (CHK-19): the same steps, led by the same chart, from what the device knows; it ends in an
 * order that is saved here, complete, and sent when there is a connection.
 */
export function OfflineCheckoutView({
  order,
  isContinued = false,
}: {
  order: ShownCart;
  /** Begun at the shop: goes on at the step that was reached. */ isContinued?: boolean;
}) {
  const { t } = useLingui();
  const shop = useShop();
  const paths = usePaths();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { giftWrap } = useChannel();
  const isKept = usePersisted();
  const { data: options = null, isError } = useQuery(checkoutQueries.options(shop));
  const [delivery, setDelivery] = useState(() => readDraft(order.tokenValue).delivery ?? noDelivery);
  const [sendIf, setSendIf] = useState<SendIf>({ maximumTotal: null, whenShort: {} });
  const [snapshot, send] = useOfflineChart(order, options, delivery, isContinued);
  useHoldUpdates(true);

  const { error, reached } = snapshot.context;
  const step = shownStep(snapshot);
  const busy = snapshot.hasTag('busy');
  const openStep = (to: OpenStep) => send({ type: 'OPEN_STEP', step: to });
  useStepHistory(step, openStep);
  const isSaved = snapshot.matches('queued');
  useEffect(() => {
    if (!isSaved) return;
    closeDraft();
    void Promise.resolve(navigate(paths.waiting())).finally(() =>
      letOrderedCartGo(shop, queryClient, order.tokenValue),
    );
  }, [isSaved, navigate, paths, shop, queryClient, order.tokenValue]);
  const heading = useStepHeading(step);

  if (order.items.some(({ marker }) => marker === soldCardMarker)) return <HasGiftCards />;
  if (options === null) return isError ? <OptionsMissing /> : <Skeleton height="20rem" />;
  const ways = deliveryWays(order.items, options);
  const asShown = offlineOrder(order, delivery, ways, options.serviceTaxRate);
  const { total } = asShown;
  const isSumWrong = sendIf.maximumTotal !== null && sendIf.maximumTotal < total;
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>
        <h1 ref={heading} tabIndex={-1}>
          <Trans>Order without a connection</Trans>
        </h1>
        <SentLater />
        <StepList step={step} reached={reached} onOpen={openStep} />
        <CartWarnings order={asShown} />
        {error !== null && step === 'payment' && !busy && <NotSaved error={error} />}
        {step === 'shipping' && (
          <OfflineShippingStep
            order={order}
            ways={ways}
            value={delivery}
            onChange={setDelivery}
            onSubmit={() => send({ type: 'SUBMIT_SHIPPING', choices: [] })}
          />
        )}
        {step === 'address' && (
          <AddressStep
            order={asShown}
            busy={false}
            violations={[]}
            onSubmit={(body) => send({ type: 'SUBMIT_ADDRESS', body })}
          />
        )}
        {step === 'payment' && (
          <PaymentStep
            order={asShown}
            busy={busy}
            offline={{
              methods: paymentWays(options, total, kindsOf(delivery, ways)),
              nothingToPay: total === 0 && (sendIf.maximumTotal ?? 0) === 0,
              canSubmit: !isSumWrong && isDeliveryComplete(delivery, ways),
              button: t`Save the order, send when there is a connection`,
              busy: t`Saving on this device…`,
              rules: (
                <>
                  <SendIfRules order={order} total={total} value={sendIf} onChange={setSendIf} />
                  {isKept === false && <MayBeLost />}
                </>
              ),
            }}
            // What the picture showed that was pressed: by the time the fields are checked there may be another.
            onSubmit={(placing) =>
              send({
                type: 'SUBMIT_ORDER',
                placing: { ...placing, seen: { order, options, delivery, sendIf, giftWrap } },
              })
            }
          />
        )}
      </div>
      <OrderAside order={asShown} />
    </div>
  );
}
