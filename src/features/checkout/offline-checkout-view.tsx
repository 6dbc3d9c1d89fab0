import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useShop } from '#api/shop.ts';
import { useChannel } from '#api/channel-queries.ts';
import { soldCardMarker } from '#contract/gift-marker.ts';
import type { CheckoutOptions } from '#contract/order-intents.ts';
import type { CheckoutState, Order } from '#contract/orders.ts';
import type { UpdateOrderBody } from '#contract/order-requests.ts';
import {
  deliveryPrice,
  deliveryWays,
  fieldAmounts,
  isDeliveryComplete,
  kindsOf,
  paymentWays,
  type FieldDelivery,
  type SendIf,
} from '#domain/waiting/offline-order.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { usePaths } from '#i18n/paths.ts';
import { useHoldUpdates } from '#offline/worker/worker-link.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { asksCertificate } from '#domain/catalogue/restricted-goods.ts';
import { createAddressSchema } from './address-schema.ts';
import { AddressStep } from './address-step.tsx';
import { submittedBody } from './address-values.ts';
import { shownStep, type OpenStep } from './checkout-machine.ts';
import { checkoutQueries } from './checkout-queries.ts';
import { clearDraft, readDraft, writeDraft } from './device-cells.ts';
import { createOfflineCheckout, leaveCart, type OfflineCheckoutDraft } from './offline-checkout-actors.ts';
import { OfflineShippingStep } from './offline-shipping-step.tsx';
import { OrderAside } from './order-aside.tsx';
import { PaymentStep } from './payment-step.tsx';
import { SendIfRules } from './send-if-rules.tsx';
import { StepList } from './step-list.tsx';
import { knownBuyer, type Buyer } from './use-buyer.ts';
import { useStepHistory } from './use-step-history.ts';
import styles from './checkout-view.module.css';

const noDelivery: FieldDelivery = { method: null, pickupPoint: null, place: null };

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

const nothingYet: { state: CheckoutState; contacts: UpdateOrderBody } = { state: 'cart', contacts: {} };

/** Where a checkout that was begun at the shop goes on without it: as far as what was chosen and typed is complete. */
function reachedAtShop(
  order: Order,
  options: CheckoutOptions,
  delivery: FieldDelivery,
  countryCode: string,
  buyer: Buyer,
): typeof nothingYet {
  const ways = deliveryWays(order.items, options);
  if (!isDeliveryComplete(delivery, ways)) return nothingYet;
  const form = readDraft(order.tokenValue).address;
  const withAddress = kindsOf(delivery, ways).includes('courier');
  const withCertificate = asksCertificate(order.items);
  const typed =
    form === undefined
      ? undefined
      : createAddressSchema({
          withEmail: buyer.isGuest || buyer.customer !== null,
          withAddress,
          withInvoice: form.wantsInvoice,
          withCertificate,
          countryCode,
        }).safeParse(form);
  if (typed?.success !== true) return { state: 'shipping_selected', contacts: {} };
  return {
    state: 'addressed',
    contacts: submittedBody(typed.data, buyer, { withAddress, withCertificate, countryCode }),
  };
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
  const heading = useRef<HTMLHeadingElement>(null);
  const isKept = usePersisted();
  const { data: options = null, isError } = useQuery(checkoutQueries.options(shop));
  const [delivery, setDelivery] = useState(() => readDraft(order.tokenValue).delivery ?? noDelivery);
  const [sendIf, setSendIf] = useState<SendIf>({ maximumTotal: null, whenShort: {} });
  const countryCode = useChannel().countries[0]?.code ?? 'LT';
  const [begun] = useState(() =>
    isContinued && options !== null
      ? reachedAtShop(order, options, delivery, countryCode, knownBuyer(shop, queryClient))
      : nothingYet,
  );
  const [draft] = useState<OfflineCheckoutDraft>(() => ({
    order,
    options,
    delivery,
    contacts: begun.contacts,
    sendIf,
  }));
  const [{ machine }] = useState(() => createOfflineCheckout(shop, draft));
  const [snapshot, send] = useMachine(machine, { input: { state: begun.state } });
  useHoldUpdates(true);
  useEffect(() => {
    Object.assign(draft, { order, options, delivery, sendIf });
  }, [draft, order, options, delivery, sendIf]);
  useEffect(() => {
    writeDraft({ ...readDraft(order.tokenValue), delivery });
  }, [delivery, order.tokenValue]);

  const { error, reached } = snapshot.context;
  const step = shownStep(snapshot);
  const busy = snapshot.hasTag('busy');
  const openStep = (to: OpenStep) => send({ type: 'OPEN_STEP', step: to });
  useStepHistory(step, openStep);
  const isSaved = snapshot.matches('queued');
  useEffect(() => {
    if (!isSaved) return;
    clearDraft();
    void Promise.resolve(navigate(paths.waiting())).finally(() =>
      leaveCart(shop, queryClient, order.tokenValue),
    );
  }, [isSaved, navigate, paths, shop, queryClient, order.tokenValue]);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
    globalThis.scrollTo({ top: 0 });
  }, [step]);

  if (order.items.some(({ marker }) => marker === soldCardMarker))
    return (
      <Notice kind="warn" alert>
        <p>
          <Trans>
            There are gift cards in this cart: those are bought with a connection. Your cart is kept.
          </Trans>
        </p>
      </Notice>
    );
  if (options === null) {
    return isError ? (
      <Notice kind="warn" alert>
        <p>
          <Trans>
            The ways of delivery are not on this device yet. Open the shop once with a connection, then orders
            can be made without one. Your cart is kept.
          </Trans>
        </p>
      </Notice>
    ) : (
      <Skeleton height="20rem" />
    );
  }
  const ways = deliveryWays(order.items, options);
  const price = deliveryPrice(delivery, ways);
  const amounts = fieldAmounts(order, price, options.serviceTaxRate);
  const { total } = amounts;
  const kinds = kindsOf(delivery, ways);
  const asShown: Order = {
    ...order,
    ...amounts,
    shipments: kinds.map((kind, index) => ({
      id: -index - 1,
      state: 'cart',
      kind,
      price: 0,
      items: [],
      warehouse: { code: '', name: '', address: '', city: '' },
    })),
  };
  const isSumWrong = sendIf.maximumTotal !== null && sendIf.maximumTotal < total;
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>
        <h1 ref={heading} tabIndex={-1}>
          <Trans>Order without a connection</Trans>
        </h1>
        <Notice kind="info">
          <p>
            <Trans>
              The order is saved on this device and sent when there is a connection. Until then nothing is
              ordered, and you can change it or take it back.
            </Trans>
          </p>
        </Notice>
        <StepList step={step} reached={reached} onOpen={openStep} />
        {error !== null && step === 'payment' && !busy && (
          <Notice kind="danger" alert>
            <Trans>
              The order could not be saved on this device. Nothing was ordered; stay on this page and try
              again.
            </Trans>
          </Notice>
        )}
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
            field={{
              methods: paymentWays(options, total, kinds),
              canSubmit: !isSumWrong && isDeliveryComplete(delivery, ways),
              button: t`Save the order, send when there is a connection`,
              busy: t`Saving on this device…`,
              rules: (
                <>
                  <SendIfRules order={order} total={total} value={sendIf} onChange={setSendIf} />
                  {isKept === false && (
                    <Notice kind="warn">
                      <p>
                        <strong>
                          <Trans>
                            This browser may throw away what it keeps when the device runs out of space.
                          </Trans>
                        </strong>{' '}
                        <Trans>
                          After saving you can also hand the order on as text: by SMS, to a colleague's phone,
                          on paper.
                        </Trans>
                      </p>
                    </Notice>
                  )}
                </>
              ),
            }}
            onSubmit={(placing) => send({ type: 'SUBMIT_ORDER', placing })}
          />
        )}
      </div>
      <OrderAside order={asShown} />
    </div>
  );
}
