import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { sentenceOf } from '#api/form-errors.ts';
import { useShop } from '#api/shop.ts';
import type { GiftCardBalance } from '#contract/orders/gift-cards.ts';
import { typedValue } from '#domain/fields/field-rules.ts';
import { formatDate, formatMoney } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { Notice } from '#ui/notice.tsx';
import styles from './gift-card.module.css';

/**
 * What is left on a card, for whoever types its code (CART-20). Neither code nor answer is kept: not by the cache of queries,
 * not on the device, not in the address.
 */
export function GiftCardBalanceForm() {
  const { t } = useLingui();
  const shop = useShop();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [card, setCard] = useState<GiftCardBalance>();
  const ask = async (code: string) => {
    setAsking(true);
    try {
      setCard(await shop.call('giftCardBalance', { body: { code } }));
    } catch (error) {
      setProblem(
        sentenceOf(error, {
          away: t`No connection: only the shop knows what is left on a card.`,
          other: t`The balance could not be shown. Please try again.`,
        }),
      );
    } finally {
      setAsking(false);
    }
  };
  return (
    <Form
      className={styles['form']}
      aria-labelledby="gift-card-balance"
      onSubmit={({ currentTarget }) => {
        if (isAsking) return;
        const field = currentTarget.querySelector('input');
        const code = typedValue('couponCode', field?.value ?? '');
        setCard(undefined);
        setProblem(code === '' ? t`Type the code of the card.` : undefined);
        if (code === '') field?.focus();
        else void ask(code);
      }}
    >
      <TextField
        name="giftCard"
        label={<Trans>Code of the gift card</Trans>}
        error={problem}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={64}
        characters={20}
        onChange={() => {
          setProblem(undefined);
          setCard(undefined);
        }}
      />
      <div>
        <Button kind="secondary" type="submit" busy={isAsking ? <Trans>Checking…</Trans> : undefined}>
          <Trans>Show the balance</Trans>
        </Button>
      </div>
      {card && <Balance card={card} />}
    </Form>
  );
}

function Balance({ card: { label, balance, expiresAt, expired } }: { card: GiftCardBalance }) {
  const { i18n } = useLingui();
  const left = formatMoney(balance, i18n.locale);
  const day = expiresAt === undefined ? '' : formatDate(expiresAt, i18n.locale);
  return (
    <Notice kind={expired || balance === 0 ? 'warn' : 'ok'} alert>
      <p>
        {expired ? (
          <Trans>
            Gift card {label} ended on {day}. Left on it was {left}.
          </Trans>
        ) : balance === 0 ? (
          <Trans>Gift card {label} has been used up.</Trans>
        ) : day === '' ? (
          <Trans>
            Gift card {label}: {left} left, without an end.
          </Trans>
        ) : (
          <Trans>
            Gift card {label}: {left} left, valid until {day}.
          </Trans>
        )}
      </p>
    </Notice>
  );
}
