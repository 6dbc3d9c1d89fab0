import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { showFormErrors } from '#api/form-errors.ts';
import { textOf } from '#domain/waiting/waiting-command.ts';
import { stockMessage, stockScope } from '#domain/waiting/waiting-message.ts';
import { RefusedNote, WaitingNote } from '#features/messages/message-note.tsx';
import { useMessage } from '#features/messages/use-message.ts';
import { consentField, ruledField } from '#i18n/field-schema.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { usePagePath } from '#i18n/content-page.ts';
import { z } from '#lib/zod.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { CheckField, TextField } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import styles from './product-form.module.css';

interface StockRequestForm {
  email: string;
  acceptedPrivacyPolicy: boolean;
}

const empty: StockRequestForm = { email: '', acceptedPrivacyPolicy: false };

const schema: z.ZodMiniType<StockRequestForm, StockRequestForm> = z.object({
  email: ruledField('email'),
  acceptedPrivacyPolicy: consentField,
});

interface BackInStockDialogProps {
  variantCode: string;
  productName: string;
  onClose: () => void;
}

/**
 * Asks for an address and the consent; what was typed stays until the shop has it (R1.38, R8.40), and waits on the device where
 * there is no connection (R0.44).
 */
export function BackInStockDialog({ variantCode, productName, onClose }: BackInStockDialogProps) {
  const { t } = useLingui();
  const shop = useShop();
  const privacy = usePagePath(useChannel().pages.privacy);
  const way = useMessage(stockScope(variantCode));
  const { waiting, refused } = way;
  /** Whose address the shop has, or this form has left on the device. */
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [savedFor, setSavedFor] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, reset } = useForm<StockRequestForm>({
    mode: 'onTouched',
    defaultValues: empty,
    resolver: standardSchemaResolver(schema),
  });
  const { errors, isSubmitting } = formState;
  const sentence = useFieldSentence();
  const ours = t({ id: 'stockRequest.error', message: 'Stock request error' });
  // What was refused after the form was left comes back into it; the consent is given anew.
  const refusedEmail = refused === undefined ? undefined : textOf(refused, 'email');
  useEffect(() => {
    if (refusedEmail !== undefined) reset({ ...empty, email: refusedEmail });
  }, [refusedEmail, reset]);
  const send = async (form: StockRequestForm) => {
    setFailure(null);
    const email = form.email.trim();
    const fate = await way.send(stockMessage({ variantCode, productName, email }, shop));
    if (fate === null) setFailure(t`No connection. Your request is not sent yet; what you typed stays here.`);
    else if (fate.kind === 'done') setSentTo(email);
    else if (fate.kind === 'waiting') {
      setSavedFor(email);
      if (fate.trouble !== undefined) setFailure(ours);
    } else {
      // What broke is none of the form's own: its words are for us.
      const told = fate.answer.status >= 500 ? null : fate.answer;
      setFailure(
        showFormErrors(told, ['email', 'acceptedPrivacyPolicy'], setError, { away: ours, other: ours }),
      );
    }
  };
  const doneFor = sentTo ?? (way.isSent ? savedFor : null);
  // A form whose try has failed keeps what was typed, though it waits too.
  const isHidden = waiting !== undefined && failure === null && !isSubmitting;
  return (
    <Dialog title={t`Notify me when it is back`} onClose={onClose}>
      {doneFor === null && waiting !== undefined && !isSubmitting && (
        <WaitingNote entry={waiting} way={way} />
      )}
      {doneFor === null && refused !== undefined && failure === null && !isSubmitting && (
        <RefusedNote entry={refused} way={way} fallback={ours} />
      )}
      {doneFor === null ? (
        isHidden ? null : (
          <Form className={styles['form']} onSubmit={handleSubmit(send)}>
            <p>
              <Trans>We will write once, when “{productName}” is in stock again.</Trans>
            </p>
            <TextField
              {...register('email')}
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              label={t`Your email`}
              error={sentence(errors.email?.message)}
            />
            <CheckField
              {...register('acceptedPrivacyPolicy')}
              error={sentence(errors.acceptedPrivacyPolicy?.message)}
              label={
                <Trans>
                  I have read the <TextLink to={privacy}>privacy policy</TextLink>
                </Trans>
              }
            />
            {failure !== null && <FormError message={failure} />}
            <Button type="submit" wide busy={isSubmitting ? t`Sending…` : undefined}>
              <Trans>Notify me</Trans>
            </Button>
          </Form>
        )
      ) : (
        <Notice kind="ok" alert>
          <p>
            <Trans>Thank you. We will write to {doneFor} when it is back.</Trans>
          </p>
        </Notice>
      )}
    </Dialog>
  );
}
