import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Link } from '#ui/link.tsx';
import { useShop } from '#api/shop.ts';
import { sentenceOf } from '#api/form-errors.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { PaymentMethod } from '#contract/orders/payments.ts';
import { formatMoney } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ChoiceCard } from '#ui/form/choice-card.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Notice } from '#ui/notice.tsx';
import { checkoutQueries } from '#features/checkout/checkout-queries.ts';
import { writePlacedOrder } from '#features/checkout/device-cells.ts';
import { orderSeen } from '#features/checkout/order-command.ts';
import { goToPayment } from '#features/checkout/payment-request.ts';
import styles from './checkout-view.module.css';

const throughGateway = new Set(['card', 'bank_link', 'leasing']);

/** @param chosen code of the way of payment; another than the order's is told to the shop first */
function usePay(order: Order, chosen: string, methods: readonly PaymentMethod[]) {
  const shop = useShop();
  const paths = usePaths();
  const navigate = useNavigate();
  const token = order.tokenValue;
  const payment = order.payments.at(-1);
  return useMutation({
    mutationFn: async () => {
      if (payment === undefined) return;
      let current = payment;
      if (chosen !== payment.method?.code) {
        const changed = await shop.call('changePaymentMethod', {
          params: { token, id: payment.id },
          body: { paymentMethod: chosen },
          idempotencyKey: crypto.randomUUID(),
        });
        current = changed.payments.at(-1) ?? payment;
      }
      writePlacedOrder(token);
      const kind =
        methods.find((method) => method.code === chosen)?.kind ?? current.method?.kind ?? 'transfer';
      if (throughGateway.has(kind)) await goToPayment(shop, paths, token, current.id);
      else await navigate(paths.order(token));
    },
  });
}

/** A placed order that waits for money: the same way again or another one (CHK-14, CHK-16). */
export function PayAgain({ order }: { order: Order }) {
  const { t, i18n } = useLingui();
  const shop = useShop();
  const paths = usePaths();
  const token = order.tokenValue;
  const payment = order.payments.at(-1);
  const canPay = order.canPay ?? order.paymentState === 'awaiting_payment';
  const isBeingConfirmed =
    !canPay && order.paymentState === 'awaiting_payment' && order.state !== 'cancelled';
  const { data: methods = [], isError: areMethodsMissing } = useQuery({
    ...checkoutQueries.paymentMethods(shop, token, payment?.id ?? 0, order.version),
    enabled: canPay && payment !== undefined,
  });
  const [chosen, setChosen] = useState(payment?.method?.code ?? '');
  useEffect(() => {
    void orderSeen(token);
  }, [token]);
  const pay = usePay(order, chosen, methods);
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>
        <h1>
          <Trans>
            Order <span translate="no">{order.number}</span>
          </Trans>
        </h1>
        {canPay ? (
          <>
            <Notice kind="warn">
              <p>
                <Trans>The payment was not made. The order stands: pay again or choose another way.</Trans>
              </p>
            </Notice>
            <fieldset className={styles['group']}>
              <legend className={styles['groupTitle']}>
                <Trans>How do you want to pay?</Trans>
              </legend>
              {methods.map((method) => (
                <ChoiceCard
                  key={method.code}
                  name="payment"
                  value={method.code}
                  checked={method.code === chosen}
                  onChange={() => {
                    setChosen(method.code);
                  }}
                  title={method.name}
                  details={method.description ?? method.instructions}
                />
              ))}
              {areMethodsMissing && (
                <Notice kind="danger" alert>
                  <Trans>The ways of payment could not be fetched. Please try again.</Trans>
                </Notice>
              )}
            </fieldset>
            {pay.isError && (
              <FormError
                message={sentenceOf(pay.error, {
                  away: t`No connection. Nothing was paid; try again when you are online.`,
                  other: t`The payment could not be started. Please try again.`,
                })}
              />
            )}
            <div className={styles['actions']}>
              <Button
                busy={pay.isPending ? t`One moment…` : undefined}
                onClick={() => {
                  pay.mutate();
                }}
              >
                <Trans>Pay {formatMoney(payment?.amount ?? order.total, i18n.locale)}</Trans>
              </Button>
            </div>
          </>
        ) : (
          <Notice kind={isBeingConfirmed ? 'info' : 'ok'}>
            <p>
              {isBeingConfirmed ? (
                <Trans>Waiting for the payment to be confirmed…</Trans>
              ) : (
                <Trans>This order is already placed.</Trans>
              )}
            </p>
          </Notice>
        )}
        <p>
          <Link className={buttonClass('secondary')} to={paths.order(token)}>
            <Trans>See the order</Trans>
          </Link>
        </p>
      </div>
    </div>
  );
}
