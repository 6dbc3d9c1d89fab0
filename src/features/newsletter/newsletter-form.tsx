import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useKnownChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { sentenceOf, showFormErrors } from '#api/form-errors.ts';
import type { Subscription } from '#contract/newsletter.ts';
import { textOf } from '#domain/waiting/waiting-command.ts';
import { newsletterMessage, newsletterScope } from '#domain/waiting/waiting-message.ts';
import { RefusedNote, WaitingNote } from '#features/messages/message-note.tsx';
import { useMessage } from '#features/messages/use-message.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { usePagePath } from '#i18n/content-page.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { CheckField, TextField } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { newsletterSchema, type NewsletterForm as Fields } from './newsletter-schema.ts';
import styles from './newsletter.module.css';

const empty: Fields = { email: '', acceptedPrivacyPolicy: false, acceptedTermsAndConditions: false };

function Thanks({ email, status }: Subscription) {
  return (
    <Notice kind="ok" alert>
      <p>
        {status === 'subscribed' ? (
          <Trans>Thank you: you are subscribed as {email}.</Trans>
        ) : (
          <Trans>Thank you. We have sent a letter to {email}: follow its link, and you are subscribed.</Trans>
        )}
      </p>
    </Notice>
  );
}

interface NewsletterFormProps {
  privacyPath?: string | undefined;
  termsPath?: string | undefined;
  /** Names the form, where it stands in a section with a title. */
  titleId?: string;
  /** Of the address field. */
  fieldId?: string;
}

/**
 * The subscription as this form makes it: saved on the device first, waiting there without a connection (R0.44), and what came of
 * it.
 */
function useSubscribing() {
  const { t } = useLingui();
  const shop = useShop();
  const way = useMessage(newsletterScope);
  const { refused } = way;
  const [done, setDone] = useState<Subscription | null>(null);
  /** The address that this form has left on the device. */
  const [saved, setSaved] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isFailureShown, setFailureShown] = useState(false);
  /** Sent from this very form: it has what was typed. */
  const [isSentHere, setSentHere] = useState(false);
  const { register, handleSubmit, formState, setError, reset } = useForm<Fields>({
    mode: 'onTouched',
    defaultValues: empty,
    resolver: standardSchemaResolver(newsletterSchema),
  });
  const { errors, isSubmitting } = formState;
  // Sent after all: there is no failure any more.
  if (way.isSent && failure !== null && saved !== null) setFailure(null);
  const ours = t({ id: 'newsletter.error', message: 'Subscribe to newsletters error' });

  // What was refused after the form was left comes back into it; the consents are given anew.
  const refusedEmail = refused === undefined ? undefined : textOf(refused, 'email');
  useEffect(() => {
    if (refusedEmail !== undefined && !isSentHere) reset({ ...empty, email: refusedEmail });
  }, [refusedEmail, isSentHere, reset]);

  const send = async (form: Fields) => {
    const email = form.email.trim();
    setSentHere(true);
    setFailure(null);
    const fate = await way.send(newsletterMessage(email, shop));
    if (fate?.kind === 'done' || (fate?.kind === 'waiting' && fate.trouble === undefined)) {
      reset(empty);
      setSaved(email);
      if (fate.kind === 'done')
        setDone((fate.answer as Subscription | undefined) ?? { email, status: 'confirmation_sent' });
      return;
    }
    // The server's own word, else ours (R8.49, R8.50).
    const answer = fate?.kind === 'refused' ? fate.answer : fate?.trouble;
    const names = ['email', 'acceptedPrivacyPolicy', 'acceptedTermsAndConditions'] as const;
    const words = { away: ours, other: ours };
    // The dialog says it also where a field has it (R4.43).
    const said = showFormErrors(answer, names, setError, words) ?? sentenceOf(answer, words);
    setFailure(
      fate === null
        ? t`No connection. You are not signed up yet; what you typed stays here.`
        : fate.kind === 'waiting'
          ? // One word for both: it failed, and is tried again.
            `${said} ${t`The shop is asked again by itself.`}`
          : said,
    );
    if (fate?.kind === 'waiting') setSaved(email);
    setFailureShown(true);
  };
  return {
    way,
    register,
    errors,
    isSubmitting,
    onSubmit: handleSubmit(send),
    done,
    setDone,
    saved,
    failure,
    isFailureShown,
    setFailureShown,
    ours,
  };
}

function Consents({
  register,
  errors,
  terms,
  privacy,
}: Pick<ReturnType<typeof useSubscribing>, 'register' | 'errors'> & {
  terms: string | undefined;
  privacy: string | undefined;
}) {
  const sentence = useFieldSentence();
  return (
    <div>
      <CheckField
        {...register('acceptedPrivacyPolicy')}
        error={sentence(errors.acceptedPrivacyPolicy?.message)}
        label={
          <Trans>
            I have read the <TextLink to={privacy}>privacy policy</TextLink>
          </Trans>
        }
      />
      <CheckField
        {...register('acceptedTermsAndConditions')}
        error={sentence(errors.acceptedTermsAndConditions?.message)}
        label={
          <Trans>
            I have read and accept the <TextLink to={terms}>terms of purchase</TextLink>
          </Trans>
        }
      />
    </div>
  );
}

/**
 * An address and both consents. What came of it stands in a dialog, green or red (R4.42, R4.43); a failure stays at the form too (R8.49-R8.51).
 */
export function NewsletterForm({ privacyPath, termsPath, titleId, fieldId }: NewsletterFormProps) {
  const { t } = useLingui();
  const pages = useKnownChannel()?.pages;
  const sentence = useFieldSentence();
  const terms = usePagePath(pages?.terms ?? null, termsPath);
  const privacy = usePagePath(pages?.privacy ?? null, privacyPath);
  const { way, register, errors, isSubmitting, onSubmit, done, setDone, saved, failure, ...shown } =
    useSubscribing();
  const { waiting, refused } = way;
  // A form whose try has failed keeps what was typed, though it waits too.
  const isHidden = waiting !== undefined && failure === null && !isSubmitting;
  return (
    <div className={styles['place']}>
      {waiting !== undefined && failure === null && !isSubmitting && (
        <WaitingNote entry={waiting} way={way} />
      )}
      {refused !== undefined && failure === null && !isSubmitting && (
        <RefusedNote entry={refused} way={way} fallback={shown.ours} />
      )}
      {way.isSent && saved !== null && done === null && <Thanks email={saved} status="confirmation_sent" />}
      {!isHidden && (
        <Form className={styles['form']} aria-labelledby={titleId} onSubmit={onSubmit}>
          <TextField
            {...register('email')}
            {...(fieldId === undefined ? {} : { id: fieldId })}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            label={t`Your email`}
            error={sentence(errors.email?.message)}
          />
          <Consents register={register} errors={errors} terms={terms} privacy={privacy} />
          <Button type="submit" busy={isSubmitting ? t`Sending…` : undefined}>
            <Trans>Subscribe</Trans>
          </Button>
          {failure !== null && <FormError message={failure} />}
        </Form>
      )}
      {done !== null && (
        <Dialog
          title={t`Newsletter`}
          onClose={() => {
            setDone(null);
          }}
        >
          <Thanks {...done} />
        </Dialog>
      )}
      {shown.isFailureShown && failure !== null && (
        <Dialog
          title={t`Newsletter`}
          onClose={() => {
            shown.setFailureShown(false);
          }}
        >
          <FormError message={failure} />
        </Dialog>
      )}
    </div>
  );
}
