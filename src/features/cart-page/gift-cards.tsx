import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { ask } from '#domain/waiting/cart-choices.ts';
import { typedValue } from '#domain/fields/field-rules.ts';
import { formatMoney } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { askShop } from '#features/cart/ask-shop.ts';
import { sentenceOf } from '#features/cart/use-add-to-cart.ts';
import { useShopChange } from './use-shop-change.ts';
import styles from './promo-code.module.css';

/** Gift cards that pay for this cart (R1.14): each with what it pays and what is left of it, and the way to add another. */
export function GiftCards({ order }: { order: ShownCart }) {
  const { t, i18n } = useLingui();
  const [problem, setProblem] = useState<string>();
  const add = useShopChange((shop, { token, idempotencyKey }, code: string) =>
    askShop(shop, token, ask('giftCards', code), idempotencyKey),
  );
  const remove = useShopChange((shop, { token, idempotencyKey }, code: string) =>
    askShop(shop, token, ask('giftCards', null, code), idempotencyKey),
  );
  const wordsFor = (error: Error | null): string | undefined =>
    error === null
      ? undefined
      : sentenceOf(error, t`The gift card could not be used.`, t`No connection. Nothing was changed.`);
  const hasCardsOnly = order.items.length > 0 && order.items.every(({ marker }) => marker === soldCardMarker);
  const removing = wordsFor(remove.error);
  const money = (cents: number) => formatMoney(cents, i18n.locale);
  return (
    <div>
      {order.giftCards.map(({ code, label, amountUsed, amountLeft }) => (
        <p key={code} className={styles['applied']}>
          <span>
            <Trans>
              Gift card {label}: {money(amountUsed)}, left on it {money(amountLeft)}
            </Trans>{' '}
            {amountUsed === 0 && hasCardsOnly && <Trans>Gift cards cannot be paid with a gift card.</Trans>}
          </span>
          <button
            type="button"
            className={styles['remove']}
            aria-label={t`Remove: gift card ${label}`}
            aria-busy={(remove.isPending && remove.variables === code) || undefined}
            onClick={() => {
              if (!remove.isPending) remove.mutate(code);
            }}
          >
            <Trans>Remove</Trans>
          </button>
        </p>
      ))}
      {removing !== undefined && <p role="alert">{removing}</p>}
      <details className={styles['fold']}>
        <summary>
          <Trans>I have a gift card</Trans>
        </summary>
        <Form
          className={styles['form']}
          onSubmit={({ currentTarget }) => {
            if (add.isPending) return;
            const field = currentTarget.querySelector('input');
            const code = typedValue('couponCode', field?.value ?? '');
            add.reset();
            setProblem(code === '' ? t`Type the code of the card.` : undefined);
            if (code === '') field?.focus();
            else
              add.mutate(code, {
                onSuccess: (answer) => {
                  const isNew = answer.giftCards.some((card) =>
                    order.giftCards.every((one) => one.code !== card.code),
                  );
                  if (!isNew && answer.giftCards.length > 0) setProblem(t`This card is in the cart already.`);
                  else if (field) field.value = '';
                },
              });
          }}
        >
          <TextField
            name="giftCard"
            label={<Trans>Code of the gift card</Trans>}
            error={problem ?? wordsFor(add.error)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={64}
            onChange={() => {
              setProblem(undefined);
              add.reset();
            }}
          />
          <Button kind="secondary" type="submit" busy={add.isPending ? <Trans>Checking…</Trans> : undefined}>
            <Trans>Use the card</Trans>
          </Button>
        </Form>
      </details>
    </div>
  );
}
