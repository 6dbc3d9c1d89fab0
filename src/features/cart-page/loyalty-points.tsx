import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { pointValue } from '#domain/cart/loyalty-points.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { ask } from '#domain/waiting/cart-choices.ts';
import { formatMoney } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { askShop } from '#features/cart/ask-shop.ts';
import { sentenceOf } from '#features/cart/use-add-to-cart.ts';
import { useShopChange } from './use-shop-change.ts';
import styles from './promo-code.module.css';

/** Points of a member on this cart (R1.16, R9.01): how many there are, how many fit, and those that are used. */
export function LoyaltyPoints({ order }: { order: ShownCart }) {
  const { t, i18n } = useLingui();
  const points = useShopChange((shop, { token, idempotencyKey }, wanted: number) =>
    askShop(shop, token, ask('points', wanted), idempotencyKey),
  );
  const [problem, setProblem] = useState<string>();
  const { available, balance, pointsSpent, maxPoints, pointsToEarn } = order.loyalty;
  if (!available) return null;
  const failed =
    points.error === null
      ? undefined
      : sentenceOf(points.error, t`The points could not be changed.`, t`No connection. Nothing was changed.`);
  const earned = pointsToEarn > 0 && (
    <p>
      <Trans>Points you earn with this order: {pointsToEarn}</Trans>
    </p>
  );
  if (pointsSpent > 0)
    return (
      <div>
        <p className={styles['applied']}>
          <span>
            <Trans>
              Loyalty points used: {pointsSpent} of {balance}
            </Trans>
          </span>
          <button
            type="button"
            className={styles['remove']}
            aria-label={t`Remove: loyalty points`}
            aria-busy={points.isPending || undefined}
            onClick={() => {
              if (!points.isPending) points.mutate(0);
            }}
          >
            <Trans>Remove</Trans>
          </button>
        </p>
        {failed !== undefined && <p role="alert">{failed}</p>}
        {earned}
      </div>
    );
  return (
    <div>
      {maxPoints === 0 ? (
        <p>
          <Trans>Your loyalty points: {balance}</Trans>
        </p>
      ) : (
        <details className={styles['fold']}>
          <summary>
            <Trans>Use loyalty points (you have {balance})</Trans>
          </summary>
          <Form
            className={styles['form']}
            onSubmit={({ currentTarget }) => {
              if (points.isPending) return;
              const field = currentTarget.querySelector('input');
              const typed = field?.value.trim() ?? '';
              const wanted = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
              const isWrong = wanted < 1 || wanted > maxPoints;
              setProblem(isWrong ? t`Type a whole number from 1 to ${maxPoints}.` : undefined);
              points.reset();
              if (isWrong) field?.focus();
              else points.mutate(wanted);
            }}
          >
            <TextField
              name="points"
              label={<Trans>Points to use</Trans>}
              hint={t`1 point is ${formatMoney(pointValue, i18n.locale)}. At most ${maxPoints} here: delivery is not paid with points.`}
              error={problem ?? failed}
              inputMode="numeric"
              autoComplete="off"
              characters={8}
              defaultValue={String(maxPoints)}
              onChange={() => {
                setProblem(undefined);
                points.reset();
              }}
            />
            <Button
              kind="secondary"
              type="submit"
              busy={points.isPending ? <Trans>Checking…</Trans> : undefined}
            >
              <Trans>Use points</Trans>
            </Button>
          </Form>
        </details>
      )}
      {earned}
    </div>
  );
}
