import { Trans } from '@lingui/react/macro';
import { usePaths } from '#i18n/paths.ts';
import { orderOfCart } from '#domain/waiting/waiting-orders.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { EmptyCart } from './empty-cart.tsx';

/** Whether this cart is being ordered, or was just now: nothing of it can be changed then (I3). */
export const useIsOrdered = (token: string | undefined): boolean => {
  const { entries } = useOutbox();
  return token !== undefined && orderOfCart(entries, token) !== undefined;
};

/** In place of the lines of a cart whose order is on its way: a change would come too late, or change what was agreed to. */
export function OrderedCart({ token, onLeave }: { token: string; onLeave?: () => void }) {
  const paths = usePaths();
  const order = orderOfCart(useOutbox().entries, token);
  if (order?.state === 'confirmed') return <EmptyCart {...(onLeave && { onLeave })} />;
  return (
    <EmptyState
      drawing="cart"
      title={<Trans>The order of this cart is on its way.</Trans>}
      action={
        <Link className={buttonClass()} to={paths.waiting()} onClick={onLeave}>
          <Trans>See the order</Trans>
        </Link>
      }
    >
      <p>
        <Trans>The cart cannot be changed until the shop has answered.</Trans>
      </p>
    </EmptyState>
  );
}
