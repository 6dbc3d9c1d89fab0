import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useWatch, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { forgetWithVisitor } from '#api/same-visitor.ts';
import { useChannel } from '#api/channel-queries.ts';
import { usePagePath } from '#i18n/content-page.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { CheckField } from '#ui/form/field.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { consents, type Consents, type PaymentForm } from '#features/checkout/payment-schema.ts';
import { useBuyer } from '#features/checkout/use-buyer.ts';
import styles from './checkout-view.module.css';

/**
 * What was ticked for an order on this page: who goes on without a connection has ticked it already. Kept on no device: a consent
 * is given, and not found.
 */
let ticked: { token: string; boxes: Consents } | null = null;
forgetWithVisitor(() => {
  ticked = null;
});

/** The boxes of this order as they begin. */
export const tickedBefore = (token: string): Consents => ({
  termsAndConditionsAccepted: false,
  privacyPolicyAccepted: false,
  subscribedToNewsletter: false,
  ...(ticked?.token === token ? ticked.boxes : {}),
});

/** The two consents that an order needs, and the letter with news that it does not (R5.29). */
export function ConsentFields({
  token,
  control,
  register,
  errors,
}: {
  /** Of the order. */
  token: string;
  control: Control<PaymentForm>;
  register: UseFormRegister<PaymentForm>;
  errors: FieldErrors<PaymentForm>;
}) {
  const { t } = useLingui();
  const { pages } = useChannel();
  const termsPath = usePagePath(pages.terms);
  const privacyPath = usePagePath(pages.privacy);
  const sentence = useFieldSentence();
  const buyer = useBuyer();
  // Whoever has them already is not asked; who may have them, when the account is known.
  const asksForNews = buyer !== undefined && buyer.customer?.subscribedToNewsletter !== true;
  const [terms, privacy, news] = useWatch({ control, name: consents });
  useEffect(() => {
    ticked = {
      token,
      boxes: {
        termsAndConditionsAccepted: terms,
        privacyPolicyAccepted: privacy,
        subscribedToNewsletter: news,
      },
    };
  }, [token, terms, privacy, news]);
  return (
    <div className={styles['boxes']}>
      <CheckField
        {...register('termsAndConditionsAccepted')}
        error={sentence(errors.termsAndConditionsAccepted?.message)}
        label={
          <Trans>
            I have read and accept the <TextLink to={termsPath}>terms of purchase</TextLink>
          </Trans>
        }
      />
      <CheckField
        {...register('privacyPolicyAccepted')}
        error={sentence(errors.privacyPolicyAccepted?.message)}
        label={
          <Trans>
            I have read the <TextLink to={privacyPath}>privacy policy</TextLink>
          </Trans>
        }
      />
      {asksForNews && (
        <CheckField
          {...register('subscribedToNewsletter')}
          error={sentence(errors.subscribedToNewsletter?.message)}
          label={t`Send me news, offers and reminders of my cart by email (you can stop at any time)`}
        />
      )}
    </div>
  );
}
