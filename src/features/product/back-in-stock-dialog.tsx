import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import { checkField } from '#domain/field-rules.ts';
import { fieldSentence, writeFieldError } from '#i18n/field-sentences.ts';
import { z } from '#lib/zod.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { CheckField, TextField } from '#ui/field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { Notice } from '#ui/notice.tsx';
import { PrivacyLink } from './privacy-link.tsx';
import styles from './product-form.module.css';

interface StockRequestForm {
  email: string;
  acceptedPrivacyPolicy: boolean;
}

const schema: z.ZodMiniType<StockRequestForm, StockRequestForm> = z.object({
  email: z.string().check((context) => {
    const error = checkField('email', context.value, { required: true });
    if (error !== null) context.issues.push({ code: 'custom', message: writeFieldError(error), input: context.value });
  }),
  acceptedPrivacyPolicy: z.boolean().check(z.refine((given) => given, 'required')),
});

interface BackInStockDialogProps {
  variantCode: string;
  productName: string;
  onClose: () => void;
}

/** Asks for an address and the consent; what was typed stays until the shop has it (R1.38, R8.40). */
export function BackInStockDialog({ variantCode, productName, onClose }: BackInStockDialogProps) {
  const { t, i18n } = useLingui();
  const shop = useShop();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<StockRequestForm>({
    mode: 'onTouched',
    defaultValues: { email: '', acceptedPrivacyPolicy: false },
    resolver: standardSchemaResolver(schema),
  });
  const { errors, isSubmitting } = formState;
  const sentence = (message: string | undefined) => (message === undefined ? undefined : fieldSentence(i18n, message));
  const sentenceOf = (error: unknown): string => {
    const said = error instanceof ApiError ? error : null;
    if (said?.kind === 'unreachable') return t`No connection. Your request is not sent yet; what you typed stays here.`;
    return said === null || said.status >= 500 || said.detail === undefined ? t({ id: 'stockRequest.error', message: 'Stock request error' }) : said.detail;
  };
  const send = async (form: StockRequestForm) => {
    setFailure(null);
    const email = form.email.trim();
    try {
      await shop.call('requestStock', { body: { productVariantCode: variantCode, email, acceptedPrivacyPolicy: form.acceptedPrivacyPolicy } });
      setSentTo(email);
    } catch (error) {
      const wrong = error instanceof ApiError ? error.violations.find(({ propertyPath }) => propertyPath === 'email') : undefined;
      if (wrong === undefined) setFailure(sentenceOf(error));
      else setError('email', { message: wrong.message }, { shouldFocus: true });
    }
  };
  return (
    <Dialog title={t`Notify me when it is back`} onClose={onClose}>
      {sentTo === null ? (
        <form
          className={styles['form']}
          noValidate
          onSubmit={(event) => {
            void handleSubmit(send)(event);
          }}
        >
          <p>
            <Trans>We will write once, when “{productName}” is in stock again.</Trans>
          </p>
          <TextField {...register('email')} type="email" autoComplete="email" autoCapitalize="none" label={t`Your email`} error={sentence(errors.email?.message)} />
          <CheckField
            {...register('acceptedPrivacyPolicy')}
            error={sentence(errors.acceptedPrivacyPolicy?.message)}
            label={
              <Trans>
                I have read the <PrivacyLink>privacy policy</PrivacyLink>
              </Trans>
            }
          />
          {failure !== null && <FormError message={failure} />}
          <Button type="submit" wide busy={isSubmitting ? t`Sending…` : undefined}>
            <Trans>Notify me</Trans>
          </Button>
        </form>
      ) : (
        <Notice kind="ok" alert>
          <p>
            <Trans>Thank you. We will write to {sentTo} when it is back.</Trans>
          </p>
        </Notice>
      )}
    </Dialog>
  );
}
