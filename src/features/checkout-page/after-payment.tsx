/** On return from the bank: what became of the payment (contract 4.6, CHK-15), asked until it is known. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';

/** How often and how long a payment is asked about, ms (contract 4.6). */
const pause = 2_000;
const patience = 60_000;

/** State of the payment that the address names: what the gateway said is handed to the server, then asked for. */
export function usePayment(hash: string | null, search: URLSearchParams) {
  const shop = useShop();
  return useQuery({
    queryKey: ['checkout', 'payment request', { ...shop.scope, hash }],
    queryFn: async ({ client, queryKey, signal }) => {
      const params = { hash: hash ?? '' };
      if (client.getQueryData(queryKey) !== undefined) return shop.call('paymentRequest', { params, signal });
      const payload = Object.fromEntries(
        [...search].filter(([name]) => name !== 'orderToken' && name !== 'payment'),
      );
      return shop.call('confirmPayment', { params, body: { payload }, idempotencyKey: crypto.randomUUID() });
    },
    enabled: hash !== null,
    retry: 2,
    refetchInterval: (query) => {
      const { data, dataUpdateCount } = query.state;
      const open = data?.state === 'new' || data?.state === 'processing';
      return open && dataUpdateCount * pause < patience ? pause : false;
    },
  });
}

/** The gateway has not said yet. @param onAsk given where the shop could not be asked about the payment */
export function PaymentAwaited({ onAsk }: { onAsk: (() => void) | undefined }) {
  return onAsk !== undefined ? (
    <Notice kind="warn">
      <p>
        <Trans>
          Whether the payment has come could not be asked just now. If you have paid, do not pay again.
        </Trans>
      </p>
      <p>
        <Button kind="secondary" onClick={onAsk}>
          <Trans>Ask again</Trans>
        </Button>
      </p>
    </Notice>
  ) : (
    <Notice kind="info">
      <Trans>Waiting for the payment to be confirmed…</Trans>
    </Notice>
  );
}

/** The gateway said no: the order stands, and leads back to its payment. */
export function PaymentFailed({ token }: { token: string }) {
  const paths = usePaths();
  return (
    <Notice kind="warn" alert>
      <p>
        <Trans>The payment was not made. The order stands: pay again or choose another way.</Trans>
      </p>
      <p>
        <Link to={paths.checkout(token)}>
          <Trans>Pay again</Trans>
        </Link>
      </p>
    </Notice>
  );
}
