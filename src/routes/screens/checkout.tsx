import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useEffect, useLayoutEffect, useReducer, useState, type ReactNode } from 'react';
import { useNavigate, useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import { useShop } from '#api/shop.ts';
import type { Order } from '#contract/orders/orders.ts';
import { routePattern } from '#contract/route-table.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { cartScope } from '#domain/waiting/waiting-command.ts';
import { orderOfCart } from '#domain/waiting/waiting-orders.ts';
import { checkoutModeMachine } from '#features/checkout/checkout-mode-machine.ts';
import { CartGone } from '#routes/cart-gone.tsx';
import {
  CheckoutLoading,
  fetchOfflineCheckout,
  IntentCard,
  OfflineCheckoutView,
} from '#routes/deferred-offline-checkout.tsx';
import { CheckoutView } from '#features/checkout-page/checkout-view.tsx';
import {
  closeDraft,
  readOrderOnItsWay,
  writePlacedOrder,
  writeOrderOnItsWay,
} from '#features/checkout/device-cells.ts';
import { readIntent } from '#features/checkout/intent-shown.ts';
import { isOrderedHere, noteOrderedHere } from '#features/checkout/ordered-here.ts';
import { GoOnOffer, ShopIsBack } from '#features/checkout-page/mode-offers.tsx';
import { PayAgain } from '#features/checkout-page/pay-again.tsx';
import {
  orderInHand,
  shownCheckout,
  type EarlierOrder,
  type ShownCheckout,
} from '#features/checkout/shown-checkout.ts';
import { openCart } from '#features/cart/cart-outbox.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { EmptyCart } from '#features/cart-page/empty-cart.tsx';
import { useCart } from '#features/cart/use-cart.ts';
import { orderQueries } from '#features/orders/order-queries.ts';
import { fillPattern, usePaths } from '#i18n/paths.ts';
import { hasAnswered, isReachable, useConnectivity } from '#offline/connection/connectivity.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import { Notice } from '#ui/notice.tsx';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';

export const handle: RouteHandle = { pageKind: 'checkout', layout: 'checkout' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: '', titleMessage: msg`Checkout`, noIndex: true } });
}

/** Without a token the checkout of this device's cart, with one that order's (R2.16). */
export function Component() {
  const shop = useShop();
  const { orderToken } = useParams();
  // Personal, so nothing of it is on the server's page.
  const isHydrated = useHydrated();
  const isOwnCart = orderToken === undefined;
  const cart = useCart();
  useEffect(fetchOfflineCheckout, []);
  const named = useQuery({
    ...orderQueries.detail(shop, orderToken ?? ''),
    enabled: isHydrated && !isOwnCart,
  });
  const isThanked = useAnswerThatWasLost(isHydrated && isOwnCart && !cart.isFetching && !cart.data);
  const earlier = useEarlierOrder(isHydrated && isOwnCart);
  const { data, isPending, isLoadingError } = isOwnCart ? cart : named;
  const inHand = useOrderInHand(isOwnCart ? cart.data : null);
  const isHeld = isOwnCart && inHand.isHeld;
  const isAsking = isOwnCart ? cart.isEnabled && isPending : isPending;
  const shown = shownCheckout({
    orderToken,
    earlier: isThanked ? 'looking' : earlier,
    // What was asked again in vain leaves what is shown where it is.
    reading: !isHydrated || (isAsking && !isHeld) ? 'pending' : isLoadingError && !isHeld ? 'failed' : 'read',
    order: isOwnCart ? inHand.order : data,
    gone: isOwnCart ? inHand.gone : undefined,
  });
  return <div className="width">{screenOf(shown)}</div>;
}

function screenOf(shown: ShownCheckout): ReactNode {
  switch (shown.kind) {
    case 'loading':
      return <CheckoutLoading />;
    case 'earlierOrder':
      return <EarlierOrderView entryId={shown.entryId} />;
    case 'failed':
      return (
        <Notice kind="danger" alert>
          <Trans>The order could not be fetched. Please try again.</Trans>
        </Notice>
      );
    case 'emptyCart':
      return (
        <>
          <h1 className="visually-hidden">
            <Trans>Checkout</Trans>
          </h1>
          <EmptyCart />
        </>
      );
    case 'cartGone':
      return (
        <>
          <h1 className="visually-hidden">
            <Trans>Checkout</Trans>
          </h1>
          <CartGone token={shown.token} />
        </>
      );
    case 'steps':
      return <Checkout key={shown.order.tokenValue} order={shown.order} />;
    case 'namedSteps':
      return <NamedCheckout key={shown.order.tokenValue} order={shown.order} orderToken={shown.orderToken} />;
    case 'payAgain':
      return <PayAgain order={shown.order} />;
    default:
      return shown satisfies never;
  }
}

/** A cart that is not this device's is opened as by its link (CART-17): who made the address reads nothing that is typed here. */
function NamedCheckout({ order, orderToken }: { order: ShownCart; orderToken: string }) {
  const { locale, localePath } = useShop();
  const navigate = useNavigate();
  // Asked once: a cart that has become an order is no device's any more.
  const [isOwn] = useState(() => [orderToken, order.tokenValue].includes(readCartToken() ?? ''));
  const pattern = routePattern('CART_RECOVER', locale, localePath);
  const link = fillPattern(pattern, { orderToken: order.tokenValue });
  useEffect(() => {
    if (!isOwn) void navigate(link, { replace: true });
  }, [isOwn, link, navigate]);
  return isOwn ? <Checkout order={order} /> : <CheckoutLoading />;
}

/** With a connection step by step at the shop; without one, or with changes that the shop has not seen, on this device. */
function Checkout({ order }: { order: ShownCart }) {
  const isAway = !isReachable(useConnectivity());
  const hasUnsentChanges = order.id === 0 || order.waiting?.isEstimate === true;
  // Also from the steps of another tab.
  const isOrdered = orderOfCart(useOutbox().entries, order.tokenValue) !== undefined;
  const [mode, send] = useMachine(checkoutModeMachine, {
    input: { isAway, hasUnsentChanges, isOrdered, hasAnswered: hasAnswered() },
  });
  const [isInTrouble, setInTrouble] = useState(false);
  // An order that was taken back makes its cart one like any other.
  useEffect(() => noteOrderedHere(order.tokenValue, false), [order.tokenValue]);
  // Before the next picture: steps that are left at once are not seen.
  useLayoutEffect(() => {
    send({
      type: 'FACTS_CHANGED',
      facts: { isAway, hasUnsentChanges, isOrdered, hasAnswered: hasAnswered() },
    });
  }, [send, isAway, hasUnsentChanges, isOrdered]);
  useEffect(() => {
    const note = () => send({ type: 'TOUCHED' });
    addEventListener('pointerdown', note, { once: true });
    addEventListener('keydown', note, { once: true });
    return () => {
      removeEventListener('pointerdown', note);
      removeEventListener('keydown', note);
    };
  }, [send]);
  if (mode.matches('deciding')) return <CheckoutLoading />;
  if (!mode.matches('online'))
    return (
      <>
        {mode.can({ type: 'GO_ONLINE' }) && <ShopIsBack onGo={() => send({ type: 'GO_ONLINE' })} />}
        <OfflineCheckoutView order={order} isContinued={mode.matches('continuedOffline')} />
      </>
    );
  return (
    <>
      {(isAway || isInTrouble) && !isOrdered && (
        <GoOnOffer isAway={isAway} onGo={() => send({ type: 'GO_OFFLINE' })} />
      )}
      <CheckoutView
        order={order}
        onTrouble={setInTrouble}
        renderWaiting={(entry) => <IntentCard entry={entry} />}
      />
    </>
  );
}

/**
 * The cart whose steps stand here: what is in front, or one that is being ordered (`orderInHand`). `gone` names one that went away in
 * another manner: another window has ordered or emptied it.
 */
function useOrderInHand<T extends Order>(
  now: T | null | undefined,
): { order: T | null | undefined; isHeld: boolean; gone?: string | undefined } {
  const { entries } = useOutbox();
  const [last, remember] = useReducer((before: T | null, read: T | null | undefined) => read ?? before, null);
  const isGoneByOwnPress = last !== null && !now && isOrderedHere(last.tokenValue);
  const held = isGoneByOwnPress ? last : orderInHand(last, now, entries);
  const isHeld = held !== null;
  useEffect(() => {
    if (!isHeld) remember(now);
  }, [isHeld, now]);
  return isHeld ? { order: held, isHeld } : { order: now, isHeld, gone: last?.tokenValue };
}

/** Looks on the device for an order that an earlier page left on its way. */
function useEarlierOrder(isWanted: boolean): EarlierOrder {
  const shop = useShop();
  const queryClient = useQueryClient();
  const [earlier, setEarlier] = useState<EarlierOrder>('looking');
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
      const last = orders.at(-1);
      setEarlier(last === undefined ? 'none' : { entryId: last.id });
    };
    void look().catch(() => setEarlier('none'));
  }, [isWanted, shop, queryClient]);
  const { entries, isReady } = useOutbox();
  if (!isWanted) return 'none';
  const isGone = isReady && typeof earlier === 'object' && !entries.some(({ id }) => id === earlier.entryId);
  return isGone ? 'none' : earlier;
}

/** An order found on the device: what is known of it; once it is placed, the buyer is thanked. */
function EarlierOrderView({ entryId }: { entryId: string }) {
  const paths = usePaths();
  const navigate = useNavigate();
  const entry = useOutbox().entries.find(({ id }) => id === entryId);
  const placed = entry?.state === 'confirmed' ? readIntent(entry)?.shown.placed : undefined;
  useEffect(() => {
    if (placed === undefined) return;
    writePlacedOrder(placed.tokenValue);
    closeDraft();
    // What is paid through a bank or a card is paid from the order's own page.
    void navigate(placed.paymentId === undefined ? paths.thankYou() : paths.checkout(placed.tokenValue), {
      replace: true,
    });
  }, [placed, navigate, paths]);
  if (entry === undefined || placed !== undefined) return <CheckoutLoading />;
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
  const token = hasNoCart ? (readOrderOnItsWay()?.token ?? null) : null;
  const { data, isPending } = useQuery({
    ...orderQueries.detail(shop, token ?? ''),
    enabled: token !== null,
    retry: 2,
  });
  const isPlaced = token !== null && data !== undefined && data.state !== 'cart';
  useEffect(() => {
    if (!isPlaced || token === null) return;
    writePlacedOrder(token);
    writeOrderOnItsWay(null);
    closeDraft();
    void navigate(paths.thankYou(), { replace: true });
  }, [isPlaced, token, navigate, paths]);
  return isPlaced || (token !== null && isPending);
}
