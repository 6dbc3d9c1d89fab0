import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useShop } from '#api/shop.ts';
import { showFormErrors } from '#api/form-errors.ts';
import { giftCardAmounts } from '#domain/cart/gift-card-sale.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { formatMoney } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { buyCard } from './buy-card.ts';
import { badAmount, centsOf, giftCardSchema, type GiftCardFields } from './gift-card-schema.ts';
import styles from './gift-card.module.css';

const empty: GiftCardFields = {
  giftCard: { amount: '50', recipientName: '', recipientEmail: '', senderName: '', message: '' },
};
const names = [
  'giftCard.amount',
  'giftCard.recipientName',
  'giftCard.recipientEmail',
  'giftCard.senderName',
  'giftCard.message',
] as const;

/** Puts the card into the cart; what the shop refuses of it stands at its fields, the rest is `failure`. */
function useBuyCard({ setError, reset }: UseFormReturn<GiftCardFields>) {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const [bought, setBought] = useState<{ name: string; amount: string } | null>(null);
  /** Of what was typed last: pressed again after a lost answer, it is the same card. */
  const [sending, setSending] = useState({ said: '', key: '' });
  const buy = async ({ giftCard }: GiftCardFields) => {
    setFailure(null);
    setBought(null);
    const { amount, recipientName, recipientEmail, senderName, message } = giftCard;
    const cents = centsOf(amount);
    const said = JSON.stringify(giftCard);
    const key = sending.said === said ? sending.key : crypto.randomUUID();
    setSending({ said, key });
    try {
      await buyCard(
        { shop, queryClient },
        {
          amount: cents,
          recipientName,
          recipientEmail,
          ...(senderName.trim() === '' ? {} : { senderName }),
          ...(message.trim() === '' ? {} : { message }),
        },
        key,
      );
      setBought({ name: recipientName, amount: formatMoney(cents, shop.locale) });
      setSending({ said: '', key: '' });
      reset({ giftCard: { ...empty.giftCard, amount, senderName } });
    } catch (error) {
      setFailure(
        showFormErrors(error, names, setError, {
          away: t`No connection: a gift card is bought with one. What you typed stays here.`,
          other: t`The gift card could not be put into the cart. Please try again.`,
        }),
      );
    }
  };
  return { buy, bought, failure };
}

/** A gift card into the cart (CART-03): of which amount, for whom, with which words. */
export function BuyGiftCard() {
  const { t } = useLingui();
  const { locale } = useShop();
  const paths = usePaths();
  const sentence = useFieldSentence();
  const form = useForm<GiftCardFields>({
    mode: 'onTouched',
    defaultValues: empty,
    resolver: standardSchemaResolver(giftCardSchema),
  });
  const { register, handleSubmit, formState } = form;
  const { buy, bought, failure } = useBuyCard(form);
  const { isSubmitting } = formState;
  const errors = formState.errors.giftCard ?? {};
  const money = (cents: number) => formatMoney(cents, locale);
  const range = t`From ${money(giftCardAmounts.min)} to ${money(giftCardAmounts.max)}, whole euros.`;

  const amountError = errors.amount?.message;
  return (
    <Form className={styles['form']} aria-labelledby="gift-card-buy" onSubmit={handleSubmit(buy)}>
      {failure !== null && <FormError message={failure} />}
      <TextField
        {...register('giftCard.amount')}
        label={<Trans>Amount, €</Trans>}
        hint={range}
        error={amountError === badAmount ? range : sentence(amountError)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        characters={8}
      />
      <TextField
        {...register('giftCard.recipientName')}
        label={<Trans>Name of the recipient</Trans>}
        error={sentence(errors.recipientName?.message)}
        autoComplete="off"
        maxLength={60}
      />
      <TextField
        {...register('giftCard.recipientEmail')}
        type="email"
        label={<Trans>Email of the recipient</Trans>}
        hint={<Trans>The card goes here as soon as it is paid.</Trans>}
        error={sentence(errors.recipientEmail?.message)}
        autoComplete="off"
        maxLength={254}
      />
      <TextField
        {...register('giftCard.senderName')}
        label={<Trans>From whom</Trans>}
        optional
        error={sentence(errors.senderName?.message)}
        autoComplete="name"
        maxLength={60}
      />
      <TextArea
        {...register('giftCard.message')}
        label={<Trans>Message</Trans>}
        optional
        error={sentence(errors.message?.message)}
        rows={3}
        maxLength={250}
      />
      <div>
        <Button type="submit" busy={isSubmitting ? <Trans>Adding…</Trans> : undefined}>
          <Trans>Add to cart</Trans>
        </Button>
      </div>
      {bought !== null && (
        <Notice kind="ok" alert>
          <p>
            <Trans>
              A gift card of {bought.amount} for {bought.name} is in the cart.
            </Trans>
          </p>
          <p>
            <Link to={paths.cart()} className={buttonClass('secondary')}>
              <Trans>Go to the cart</Trans>
            </Link>
          </p>
        </Notice>
      )}
    </Form>
  );
}
