import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import type { Order } from '#contract/orders.ts';
import { routePattern } from '#contract/route-table.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { cartScope } from '#domain/waiting/waiting-command.ts';
import { CheckoutView } from '#features/checkout/checkout-view.tsx';
import { OfflineCheckoutView } from '#features/checkout/offline-checkout-view.tsx';
import { clearDraft, readPlacing, writePlacedOrder, writePlacing } from '#features/checkout/device-cells.ts';
import { readIntent } from '#features/checkout/intent-shown.ts';
import { PayAgain } from '#features/checkout/pay-again.tsx';
import { openCart } from '#features/cart/cart-outbox.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { EmptyCart } from '#features/cart/empty-cart.tsx';
import { useCart } from '#features/cart/use-cart.ts';
import { orderQueries } from '#features/orders/order-queries.ts';
import { IntentCard } from '#features/waiting/intent-card.tsx';
import { fillPattern, usePaths } from '#i18n/paths.ts';
import { hasAnswered, isReachable, useConnectivity } from '#offline/connection/connectivity.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import styles from '#features/checkout/checkout-view.module.css';

export const handle: RouteHandle = { pageKind: 'checkout', layout: 'checkout' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: '', titleMessage: msg`Checkout`, noIndex: true } });
}

/** Without a token the checkout of this device's cart, with one that order's (R2.16). */
export function Component() {
  const shop = useShop();
  const { orderToken } = useParams();
  // Personal, so nothing of it is on the server's page.
  const mounted = useHydrated();
  const cart = useCart();
  const named = useQuery({
    ...orderQueries.detail(shop, orderToken ?? ''),
    enabled: mounted && orderToken !== undefined,
  });
  const isAnswered = useAnswerThatWasLost(
    mounted && orderToken === undefined && !cart.isFetching && !cart.data,
  );
  const found = useOrderFound(mounted && orderToken === undefined);
  // What was asked again in vain leaves what is shown where it is.
  const isError = orderToken === undefined ? cart.isLoadingError : named.isLoadingError;
  const order = useOrderInHand(orderToken === undefined ? cart.data : named.data);
  const isLoading = orderToken === undefined ? cart.isEnabled && cart.isPending : named.isPending;
  return (
    <div className="width">
      {!mounted || isAnswered || found === 'looking' || (isLoading && !isError && found === null) ? (
        <Waiting />
      ) : found !== null ? (
        <FoundOrder id={found} />
      ) : isError ? (
        <Notice kind="danger" alert>
          <Trans>The order could not be fetched. Please try again.</Trans>
        </Notice>
      ) : order === undefined || order === null || (order.state === 'cart' && order.items.length === 0) ? (
        <>
          <h1 className="visually-hidden">
            <Trans>Checkout</Trans>
          </h1>
          <EmptyCart />
        </>
      ) : order.state === 'cart' && orderToken !== undefined ? (
        <NamedCheckout key={order.tokenValue} order={order} name={orderToken} />
      ) : order.state === 'cart' ? (
        <Checkout key={order.tokenValue} order={order} />
      ) : (
        <PayAgain order={order} />
      )}
    </div>
  );
}

/** A cart that is not this device's is opened as by its link (CART-17): who made the address reads nothing that is typed here. */
function NamedCheckout({ order, name }: { order: ShownCart; name: string }) {
  const { locale, localePath } = useShop();
  const navigate = useNavigate();
  // Asked once: a cart that has become an order is no device's any more.
  const [isOwn] = useState(() => [name, order.tokenValue].includes(readCartToken() ?? ''));
  const pattern = routePattern('CART_RECOVER', locale, localePath);
  const link = fillPattern(pattern, { orderToken: order.tokenValue });
  useEffect(() => {
    if (!isOwn) void navigate(link, { replace: true });
  }, [isOwn, link, navigate]);
  return isOwn ? <Checkout order={order} /> : <Waiting />;
}

/** How long the shop may take to accept what waits before the order is made on the device, ms. */
const patience = 6_000;

/** With a connection step by step at the shop; without one, or with changes that the shop has not seen, on this device. */
function Checkout({ order }: { order: ShownCart }) {
  const connectivity = useConnectivity();
  const isAway = !isReachable(connectivity);
  // Changes on their way are waited for: the steps at the shop begin with what it has.
  const isOpen = order.id === 0 || order.waiting?.isEstimate === true;
  const [isOverdue, setOverdue] = useState(false);
  const [isBegun, setBegun] = useState(!isOpen && !isAway);
  // Whoever has begun on the device ends there: the order is sent at once when the connection is back.
  const [isField, setField] = useState(isAway);
  const [isInTrouble, setInTrouble] = useState(false);
  const isTouched = useTouched();
  // A page that is opened without a connection learns it from what it asked first, when the steps at the shop stand already.
  if (isBegun && !isField && isAway && !hasAnswered() && !isTouched) {
    setBegun(false);
    setField(true);
  }
  const isUndecided = !isBegun && !isField;
  if (isUndecided && (isAway || isOverdue)) setField(true);
  else if (isUndecided && !isOpen) setBegun(true);
  useEffect(() => {
    if (!isUndecided) return undefined;
    const timer = setTimeout(() => setOverdue(true), patience);
    return () => clearTimeout(timer);
  }, [isUndecided]);
  if (isField) return <OfflineCheckoutView order={order} isContinued={isBegun} />;
  if (!isBegun) return <Waiting />;
  return (
    <>
      {(isAway || isInTrouble) && (
        <div className={styles['offer']}>
          <Notice kind="warn" alert>
            <p>
              {isAway ? (
                <Trans>
                  There is no connection. You can order anyway: the order is saved on this device and sent
                  later.
                </Trans>
              ) : (
                <Trans>
                  The shop does not answer just now. You can order anyway: the order is saved on this device
                  and sent when the shop answers.
                </Trans>
              )}{' '}
              <Trans>What you typed is kept.</Trans>
            </p>
            <p>
              <Button onClick={() => setField(true)}>
                {isAway ? <Trans>Go on without a connection</Trans> : <Trans>Go on, send later</Trans>}
              </Button>
            </p>
          </Notice>
        </div>
      )}
      <CheckoutView
        order={order}
        onTrouble={setInTrouble}
        renderWaiting={(entry) => <IntentCard entry={entry} />}
      />
    </>
  );
}

/** True once anything was pressed or typed. */
function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    const note = () => setTouched(true);
    addEventListener('pointerdown', note, { once: true });
    addEventListener('keydown', note, { once: true });
    return () => {
      removeEventListener('pointerdown', note);
      removeEventListener('keydown', note);
    };
  }, []);
  return isTouched;
}

/**
 * The open cart stays in hand while it is being ordered and until its page is left with thanks: for the rest of the shop it
 * counts as used up by then.
 */
function useOrderInHand<T extends Order>(now: T | null | undefined): T | null | undefined {
  const { entries } = useOutbox();
  const [last, setLast] = useState<T | null>(null);
  if (now && now !== last) setLast(now);
  const isOrdering =
    last !== null &&
    entries.some((one) => one.kind === 'completeOrder' && one.scope === cartScope(last.tokenValue));
  return now ?? (isOrdering ? last : now);
}

/**
 * An order of this device that an earlier page left on its way: it is shown as it stands before anything else is
 * offered. Its id, null when there is none, `looking` until that is known.
 */
function useOrderFound(isWanted: boolean): string | null {
  const shop = useShop();
  const queryClient = useQueryClient();
  const [found, setFound] = useState<string | null>('looking');
  useEffect(() => {
    if (!isWanted) return;
    const look = async () => {
      const outbox = await openCart({ shop, queryClient });
      const token = readCartToken();
      const orders =
        outbox
          ?.state()
          .entries.filter(
            (one) => one.kind === 'completeOrder' && (token === null || one.scope === cartScope(token)),
          ) ?? [];
      setFound(orders.at(-1)?.id ?? null);
    };
    void look().catch(() => setFound(null));
  }, [isWanted, shop, queryClient]);
  const { entries, isReady } = useOutbox();
  const isGone = isReady && found !== null && found !== 'looking' && !entries.some((one) => one.id === found);
  return isWanted && !isGone ? found : null;
}

/** An order found on the device: what is known of it; once it is placed, the buyer is thanked. */
function FoundOrder({ id }: { id: string }) {
  const paths = usePaths();
  const navigate = useNavigate();
  const entry = useOutbox().entries.find((one) => one.id === id);
  const placed = entry?.state === 'confirmed' ? readIntent(entry)?.shown.placed : undefined;
  useEffect(() => {
    if (placed === undefined) return;
    writePlacedOrder(placed.tokenValue);
    clearDraft();
    // What is paid through a bank or a card is paid from the order's own page.
    void navigate(placed.paymentId === undefined ? paths.thankYou() : paths.checkout(placed.tokenValue), {
      replace: true,
    });
  }, [placed, navigate, paths]);
  if (entry === undefined || placed !== undefined) return <Waiting />;
  return (
    <>
      <h1>
        <Trans>Checkout</Trans>
      </h1>
      <IntentCard entry={entry} />
    </>
  );
}

/**
 * The order went through, but the page was gone before the answer came: the cart is empty now, and the buyer is shown
 * the order instead. True while that is found out.
 */
function useAnswerThatWasLost(hasNoCart: boolean): boolean {
  const shop = useShop();
  const paths = usePaths();
  const navigate = useNavigate();
  const token = hasNoCart ? (readPlacing()?.token ?? null) : null;
  const { data, isPending } = useQuery({
    ...orderQueries.detail(shop, token ?? ''),
    enabled: token !== null,
    retry: 2,
  });
  const isPlaced = token !== null && data !== undefined && data.state !== 'cart';
  useEffect(() => {
    if (!isPlaced || token === null) return;
    writePlacedOrder(token);
    writePlacing(null);
    clearDraft();
    void navigate(paths.thankYou(), { replace: true });
  }, [isPlaced, token, navigate, paths]);
  return isPlaced || (token !== null && isPending);
}

function Waiting() {
  return (
    <>
      <h1>
        <Trans>Checkout</Trans>
      </h1>
      <Skeleton height="24rem" />
    </>
  );
}
