import { msg } from '@lingui/core/macro';
import type { LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import { ThankYou } from '#features/checkout-page/thank-you.tsx';
import { OrderView } from '#features/orders/order-view.tsx';

export const handle: RouteHandle = { pageKind: 'order', layout: 'checkout' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: '', titleMessage: msg`Thank you`, noIndex: true } });
}

/** After ordering, and after coming back from a payment page (R2.17, R2.60). */
export function Component() {
  return (
    <div className="width">
      <ThankYou renderOrder={(order, opening) => <OrderView order={order} opening={opening} />} />
    </div>
  );
}
