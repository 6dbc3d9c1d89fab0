import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  useForm,
  useWatch,
  type UseFormRegister,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { showFormErrors } from '#api/form-errors.ts';
import type { Customer } from '#contract/customers.ts';
import { keepCustomer } from '#features/session/keep-customer.ts';
import { companyFields } from '#i18n/field-schema.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { usePagePath } from '#i18n/content-page.ts';
import { CompanyFields } from '#ui/form/company-fields.tsx';
import { drawWith } from '#ui/form/draw-field.tsx';
import { CheckField, SelectField, TextField } from '#ui/form/field.tsx';
import { panelClass } from '#ui/panel.ts';
import { Notice } from '#ui/notice.tsx';
import { FieldPair } from '#ui/form/place-fields.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { showToast } from '#ui/toast-state.ts';
import { AccountForm } from './account-form.tsx';
import { CountryField } from './country-field.tsx';
import { detailsBody, detailsFields, detailsSchema, type DetailsFields } from './details-schema.ts';
import styles from './account-form.module.css';

/** Fields whose rules are those of the country. */
const ofCountry = ['phoneNumber', 'companyCode', 'postCode'] as const;

const today = () => new Date().toISOString().slice(0, 10);

function GenderField({ field, error }: { field: UseFormRegisterReturn; error: string | undefined }) {
  const { t } = useLingui();
  return (
    <SelectField
      label={t`Gender`}
      optional
      hint={t`So that our letters address you rightly.`}
      autoComplete="sex"
      error={error}
      {...field}
    >
      <option value="unknown">{t`Not said`}</option>
      <option value="female">{t`Woman`}</option>
      <option value="male">{t`Man`}</option>
    </SelectField>
  );
}

/** What the letters wait for that somebody has asked for at an address which is not known to be theirs yet (ACC-11). */
function LettersLater({ customer: { email, user } }: { customer: Customer }) {
  return (
    <Notice>
      <p>
        {user.verified ? (
          <Trans>We have sent a letter to {email}: the newsletter begins once you follow its link.</Trans>
        ) : (
          <Trans>
            The newsletter begins once you have confirmed your email: follow the link in the letter that we
            sent you.
          </Trans>
        )}
      </p>
    </Notice>
  );
}

/** Letters, and the two consents: those that were given with the account are shown, and stay. */
function Consents({
  customer,
  areLettersLater,
  register,
  sentenceFor,
}: {
  customer: Customer;
  areLettersLater: boolean;
  register: UseFormRegister<DetailsFields>;
  /** What is wrong with a field. */
  sentenceFor: (name: keyof DetailsFields) => string | undefined;
}) {
  const { t } = useLingui();
  const { pages } = useChannel();
  const terms = usePagePath(pages.terms);
  const privacy = usePagePath(pages.privacy);
  const given = customer.consents;
  return (
    <fieldset className={panelClass}>
      <legend className={styles['title']}>
        <Trans>Letters and consents</Trans>
      </legend>
      <CheckField
        label={t`Send me the newsletter: about two letters a month, and reminders of a cart that I leave`}
        error={sentenceFor('subscribedToNewsletter')}
        {...register('subscribedToNewsletter')}
      />
      <div role="status">{areLettersLater && <LettersLater customer={customer} />}</div>
      <CheckField
        label={
          <Trans>
            I have read the <TextLink to={privacy}>privacy policy</TextLink>
          </Trans>
        }
        error={sentenceFor('privacyPolicyAccepted')}
        {...(given.privacyPolicyAccepted
          ? { checked: true, readOnly: true, 'aria-disabled': true }
          : register('privacyPolicyAccepted'))}
      />
      <CheckField
        label={
          <Trans>
            I have read and accept the <TextLink to={terms}>terms of purchase</TextLink>
          </Trans>
        }
        error={sentenceFor('termsAndConditionsAccepted')}
        {...(given.termsAndConditionsAccepted
          ? { checked: true, readOnly: true, 'aria-disabled': true }
          : register('termsAndConditionsAccepted'))}
      />
      {given.privacyPolicyAccepted && given.termsAndConditionsAccepted && (
        <p className={styles['note']}>
          <Trans>You gave these two consents with the account; they end with it.</Trans>
        </p>
      )}
    </fieldset>
  );
}

/** What is wrong with the fields depends on what stands in them: for whom one buys, and in which country. */
function useDetailsForm(customer: Customer, country: string) {
  return useForm<DetailsFields>({
    mode: 'onTouched',
    defaultValues: detailsFields(customer, country),
    resolver: (given, context: undefined, options) =>
      standardSchemaResolver<DetailsFields, undefined, DetailsFields>(
        detailsSchema({
          isCompany: given.isCompany,
          countryCode: given.isCompany ? given.countryCode : country,
          today: today(),
        }),
      )(given, context, options),
  });
}

/** Saves the details; what the shop refuses of them stands at its fields, the rest is `failure`. */
function useSaveDetails(
  customer: Customer,
  country: string,
  { setError, reset }: UseFormReturn<DetailsFields>,
) {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  /** Letters were asked for, and the shop asks first whose the address is: the box is empty again, and says why. */
  const [areLettersLater, setLettersLater] = useState(false);
  const save = async (form: DetailsFields) => {
    setFailure(null);
    try {
      const saved = await shop.call('updateCustomer', {
        params: { id: customer.id },
        body: detailsBody(form),
        idempotencyKey: crypto.randomUUID(),
      });
      await keepCustomer(queryClient, shop, saved);
      reset(detailsFields(saved, country));
      setLettersLater(form.subscribedToNewsletter && !saved.subscribedToNewsletter);
      showToast(t`Your details are saved.`);
    } catch (error) {
      const names = (Object.keys(form) as (keyof DetailsFields)[]).filter(
        (name) => form.isCompany || !companyFields.includes(name),
      );
      setFailure(
        showFormErrors(error, names, setError, {
          other: t`Your details could not be saved.`,
          away: t`No connection. Nothing was saved yet; what you typed stays here.`,
        }),
      );
    }
  };
  return { save, failure, areLettersLater };
}

/** Who the customer is, privately or as a company, and what they have agreed to (R2.41, R3.59). */
export function DetailsForm({ customer }: { customer: Customer }) {
  const { t } = useLingui();
  const sentence = useFieldSentence();
  const { countries } = useChannel();
  const country = countries[0]?.code ?? 'LT';
  const form = useDetailsForm(customer, country);
  const { register, handleSubmit, formState, control, getValues, trigger } = form;
  const { save, failure, areLettersLater } = useSaveDetails(customer, country, form);
  const isCompany = useWatch({ control, name: 'isCompany' });
  const { errors, isSubmitting } = formState;
  /** Another country has other rules: what was typed before is judged by them at once. */
  const judgeAnew = () => trigger(ofCountry.filter((name) => getValues(name) !== ''));

  const sentenceFor = (name: keyof DetailsFields) => sentence(errors[name]?.message);
  const text = drawWith<keyof DetailsFields>(register, sentenceFor);
  return (
    <AccountForm
      onSubmit={handleSubmit(save)}
      isBusy={isSubmitting}
      failure={failure}
      button={<Trans>Save my details</Trans>}
    >
      <fieldset className={panelClass}>
        <legend className={styles['title']}>
          <Trans>About you</Trans>
        </legend>
        <FieldPair>
          {text('firstName', t`First name`, 'given-name', { optional: true })}
          {text('lastName', t`Last name`, 'family-name', { optional: true })}
        </FieldPair>
        <FieldPair>
          <TextField
            label={t`Email`}
            value={customer.email}
            readOnly
            autoComplete="email"
            hint={t`You sign in with it; it cannot be changed here.`}
          />
          {text('phoneNumber', t`Phone`, 'tel', {
            type: 'tel',
            optional: true,
            hint: t`For example +370 612 34567`,
          })}
        </FieldPair>
        <FieldPair>
          {text('birthday', t`Date of birth`, 'bday', {
            type: 'date',
            optional: true,
            max: today(),
            hint: t`So that we can wish you a happy birthday.`,
          })}
          <GenderField field={register('gender')} error={sentenceFor('gender')} />
        </FieldPair>
      </fieldset>
      <fieldset className={panelClass}>
        <legend className={styles['title']}>
          <Trans>Company or farm</Trans>
        </legend>
        <CheckField
          label={t`I buy for a company or a farm`}
          error={sentenceFor('isCompany')}
          {...register('isCompany')}
        />
        {isCompany && (
          <CompanyFields draw={text}>
            <CountryField
              autoComplete="billing country"
              error={sentenceFor('countryCode')}
              {...register('countryCode', { onChange: judgeAnew })}
            />
          </CompanyFields>
        )}
      </fieldset>
      <Consents {...{ customer, areLettersLater, register, sentenceFor }} />
    </AccountForm>
  );
}
