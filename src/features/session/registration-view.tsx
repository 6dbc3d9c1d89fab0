import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch, type UseFormRegister, type UseFormReturn } from 'react-hook-form';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { showFormErrors } from '#api/form-errors.ts';
import { companyFields } from '#i18n/field-schema.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { usePagePath } from '#i18n/content-page.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { CompanyFields } from '#ui/form/company-fields.tsx';
import { drawWith } from '#ui/form/draw-field.tsx';
import { CheckField } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Link } from '#ui/link.tsx';
import { FieldPair } from '#ui/form/place-fields.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { forgetDraft, readDraft } from './auth-draft.ts';
import { useAuthPaths } from './auth-paths.ts';
import { AwayNote } from './away-note.tsx';
import { EmailField, keepEmail } from './email-field.tsx';
import { PasswordField, PasswordRules } from './password-field.tsx';
import {
  createRegistrationSchema,
  registrationBody,
  registrationFields,
  startOf,
  type RegistrationField,
  type RegistrationForm,
} from './registration-schema.ts';
import { ResendVerification } from './resend-verification.tsx';
import { signUp } from './session-operations.ts';
import { useGoOn } from './use-go-on.ts';
import styles from './auth.module.css';
import { mailShape } from '#ui/icons/icon-shapes-orders.ts';

/** What to do with a sign-up that was taken: the letter confirms the e-mail. The same for an e-mail that has an account (T11). */
function LetterSent({ email }: { email: string }) {
  const paths = useAuthPaths();
  const { accountVerificationRequired } = useChannel();
  return (
    <div className={styles['done']} role="status">
      <Icon shape={mailShape} size={40} />
      <h2>
        <Trans>One step is left: confirm your email</Trans>
      </h2>
      <p>
        <Trans>We have sent a letter to {email}. Follow its link, and your account is ready.</Trans>
      </p>
      {!accountVerificationRequired && (
        <p>
          <Trans>You can sign in already now and confirm the email later.</Trans>
        </p>
      )}
      <p>
        <Trans>No letter? Look into the spam folder, or have it sent again.</Trans>
      </p>
      <ResendVerification email={email} />
      <Link className={buttonClass('quiet')} to={paths.signIn()}>
        <Trans>To the sign-in</Trans>
      </Link>
    </div>
  );
}

/** E-mail and password; the password is written twice, and both are judged anew when one changes. */
function SignInDetails({
  form: { register, control, formState, trigger },
  sentence,
}: {
  form: UseFormReturn<RegistrationForm>;
  /** What is wrong with a field. */
  sentence: (name: RegistrationField) => string | undefined;
}) {
  const { t } = useLingui();
  const password = useWatch({ control, name: 'password' });
  const { touchedFields } = formState;
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['groupTitle']}>
        <Trans>Sign-in details</Trans>
      </legend>
      <EmailField {...register('email', keepEmail)} error={sentence('email')} />
      <PasswordField
        {...register('password', {
          onChange: () => touchedFields.repeatPassword === true && void trigger('repeatPassword'),
        })}
        autoComplete="new-password"
        label={t`Password`}
        hint={<PasswordRules password={password} />}
        error={sentence('password')}
      />
      <PasswordField
        {...register('repeatPassword')}
        autoComplete="new-password"
        label={t`Repeat the password`}
        error={sentence('repeatPassword')}
      />
    </fieldset>
  );
}

/** The two consents that an account needs, and the newsletter that it does not. */
function Agreements({
  register,
  sentence,
}: {
  register: UseFormRegister<RegistrationForm>;
  /** What is wrong with a field. */
  sentence: (name: RegistrationField) => string | undefined;
}) {
  const { t } = useLingui();
  const { pages } = useChannel();
  const terms = usePagePath(pages.terms);
  const privacy = usePagePath(pages.privacy);
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['groupTitle']}>
        <Trans>Agreements</Trans>
      </legend>
      <div>
        <CheckField
          {...register('acceptedPrivacyPolicy')}
          error={sentence('acceptedPrivacyPolicy')}
          label={
            <Trans>
              I have read the <TextLink to={privacy}>privacy policy</TextLink>
            </Trans>
          }
        />
        <CheckField
          {...register('acceptedTermsAndConditions')}
          error={sentence('acceptedTermsAndConditions')}
          label={
            <Trans>
              I have read and accept the <TextLink to={terms}>terms of purchase</TextLink>
            </Trans>
          }
        />
        <CheckField
          {...register('subscribedToNewsletter')}
          error={sentence('subscribedToNewsletter')}
          label={t`I want the newsletter: about two letters a month, and reminders of a cart that I leave`}
        />
      </div>
    </fieldset>
  );
}

/** The account is asked for; what the shop refuses of it stands at its fields, the rest is `trouble`. */
function useSignUp({ getValues, setError }: UseFormReturn<RegistrationForm>, countryCode: string) {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const [trouble, setTrouble] = useState<string | null>(null);
  const sending = useMutation({
    mutationFn: async (given: RegistrationForm) =>
      signUp(shop, queryClient, registrationBody(given, countryCode)),
    onSuccess: forgetDraft,
    onMutate: () => {
      setTrouble(null);
    },
    onError: (thrown) => {
      const { isCompany } = getValues();
      const fields = registrationFields.filter((name) => isCompany || !companyFields.includes(name));
      setTrouble(
        showFormErrors(thrown, fields, setError, {
          away: t`No connection. Your account is not made yet; what you typed stays here.`,
          other: t({ id: 'registration.error', message: 'Registration error' }),
        }),
      );
    },
  });
  return { ...sending, trouble };
}

/** The whole form of an account (R2.21, R3.62). Errors show once a field was left or the form was sent. */
export function RegistrationView() {
  const { t } = useLingui();
  const sentenceFor = useFieldSentence();
  const paths = useAuthPaths();
  const { countries } = useChannel();
  const countryCode = countries[0]?.code ?? 'LT';
  // Whoever is signed in already has an account.
  useGoOn();
  const form = useForm<RegistrationForm>({
    mode: 'onTouched',
    defaultValues: startOf(readDraft()),
    resolver: (given, context: undefined, options) =>
      standardSchemaResolver<RegistrationForm, undefined, RegistrationForm>(
        createRegistrationSchema({ withCompany: given.isCompany, countryCode }),
      )(given, context, options),
  });
  const { register, handleSubmit, formState, control } = form;
  const isCompany = useWatch({ control, name: 'isCompany' });
  const { errors } = formState;
  const { mutate, isPending, data, trouble } = useSignUp(form, countryCode);
  if (data !== undefined) return <LetterSent email={data.email} />;

  const sentence = (name: RegistrationField) => sentenceFor(errors[name]?.message);
  const line = drawWith<RegistrationField>(register, sentence);
  return (
    <Form
      className={styles['form']}
      onSubmit={handleSubmit((given) => {
        mutate(given);
      })}
    >
      <AwayNote>
        <Trans>Signing up needs a connection. What you type stays here until there is one.</Trans>
      </AwayNote>
      <SignInDetails form={form} sentence={sentence} />
      <fieldset className={styles['group']}>
        <legend className={styles['groupTitle']}>
          <Trans>About you</Trans>
        </legend>
        <FieldPair>
          {line('firstName', t`First name`, 'given-name', { optional: true })}
          {line('lastName', t`Last name`, 'family-name', { optional: true })}
        </FieldPair>
        {line('phoneNumber', t`Phone`, 'tel', {
          optional: true,
          type: 'tel',
          characters: 16,
          hint: t`For example +370 612 34567`,
        })}
        <CheckField {...register('isCompany')} label={t`I buy for a company or a farm`} />
        {isCompany && <CompanyFields draw={line} />}
      </fieldset>
      <Agreements register={register} sentence={sentence} />
      {trouble !== null && <FormError message={trouble} />}
      <Button type="submit" wide busy={isPending ? t`Sending…` : undefined}>
        <Trans>Create the account</Trans>
      </Button>
      <p>
        <Trans>Do you have an account?</Trans>{' '}
        <Link to={paths.signIn()}>
          <Trans>Sign in</Trans>
        </Link>
      </p>
    </Form>
  );
}
