import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { Customer } from '#contract/customers.ts';
import { sessionQueries } from '#features/session/session-queries.ts';
import { fieldSentence } from '#i18n/field-sentences.ts';
import { Button } from '#ui/button.tsx';
import { CheckField, SelectField, TextField } from '#ui/field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { showToast } from '#ui/toast-state.ts';
import { detailsBody, detailsFields, detailsSchema, type DetailsFields } from './details-schema.ts';
import { tellTrouble } from './form-trouble.ts';
import { TextPageLink } from './text-page-link.tsx';
import styles from './account-form.module.css';

const today = () => new Date().toISOString().slice(0, 10);

/** Who the customer is, privately or as a company, and what they have agreed to (R2.41, R3.59). */
export function DetailsForm({ customer }: { customer: Customer }) {
  const { t, i18n } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const { countries } = useChannel();
  const country = countries[0]?.code ?? 'LT';
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, control, reset } = useForm<DetailsFields>({
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
  const isCompany = useWatch({ control, name: 'isCompany' });
  const { errors, isSubmitting } = formState;
  const { consents } = customer;

  const send = async (form: DetailsFields) => {
    setFailure(null);
    try {
      const saved = await shop.call('updateCustomer', {
        params: { id: customer.id },
        body: detailsBody(form),
        idempotencyKey: crypto.randomUUID(),
      });
      queryClient.setQueryData(sessionQueries.customer(shop).queryKey, saved);
      reset(detailsFields(saved, country));
      showToast(t`Your details are saved.`);
    } catch (error) {
      const names = Object.keys(form) as (keyof DetailsFields)[];
      setFailure(
        tellTrouble(error, names, setError, {
          fallback: t`Your details could not be saved.`,
          offline: t`No connection. Nothing was saved yet; what you typed stays here.`,
        }),
      );
    }
  };
  const messageOf = (name: keyof DetailsFields) => {
    const message = errors[name]?.message;
    return message === undefined ? undefined : fieldSentence(i18n, message);
  };
  const text = (
    name: keyof DetailsFields,
    label: string,
    autoComplete: string,
    more: { characters?: number; optional?: boolean; type?: string; hint?: string; max?: string } = {},
  ) => (
    <TextField
      label={label}
      error={messageOf(name)}
      autoComplete={autoComplete}
      spellCheck={false}
      {...more}
      {...register(name)}
    />
  );
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        void handleSubmit(send)(event);
      }}
    >
      <fieldset className={styles['panel']}>
        <legend className={styles['title']}>
          <Trans>About you</Trans>
        </legend>
        <div className={styles['pair']}>
          {text('firstName', t`First name`, 'given-name', { optional: true })}
          {text('lastName', t`Last name`, 'family-name', { optional: true })}
        </div>
        <div className={styles['pair']}>
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
        </div>
        <div className={styles['pair']}>
          {text('birthday', t`Date of birth`, 'bday', {
            type: 'date',
            optional: true,
            max: today(),
            hint: t`So that we can wish you a happy birthday.`,
          })}
          <SelectField
            label={t`Gender`}
            optional
            hint={t`So that our letters address you rightly.`}
            autoComplete="sex"
            error={messageOf('gender')}
            {...register('gender')}
          >
            <option value="unknown">{t`Not said`}</option>
            <option value="female">{t`Woman`}</option>
            <option value="male">{t`Man`}</option>
          </SelectField>
        </div>
      </fieldset>
      <fieldset className={styles['panel']}>
        <legend className={styles['title']}>
          <Trans>Company or farm</Trans>
        </legend>
        <CheckField label={t`I buy for a company or a farm`} {...register('isCompany')} />
        {isCompany && (
          <>
            {text('companyName', t`Company name`, 'organization')}
            <div className={styles['pair']}>
              {text('companyCode', t`Company code`, 'off', { characters: 12 })}
              {text('vatNumber', t`VAT number`, 'off', { characters: 14, optional: true })}
            </div>
            <SelectField
              label={t`Country`}
              autoComplete="billing country"
              characters={16}
              error={messageOf('countryCode')}
              {...register('countryCode')}
            >
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
            <div className={styles['pair']}>
              {text('street', t`Street`, 'billing address-line1')}
              <div className={styles['numbers']}>
                {text('houseNumber', t`House no.`, 'off', { characters: 6 })}
                {text('flatNumber', t`Flat no.`, 'off', { characters: 6, optional: true })}
              </div>
            </div>
            <div className={styles['pair']}>
              {text('city', t`Town or village`, 'billing address-level2')}
              {text('postCode', t`Post code`, 'billing postal-code', { characters: 8 })}
            </div>
          </>
        )}
      </fieldset>
      <fieldset className={styles['panel']}>
        <legend className={styles['title']}>
          <Trans>Letters and consents</Trans>
        </legend>
        <CheckField
          label={t`Send me the newsletter: about two letters a month`}
          {...register('subscribedToNewsletter')}
        />
        <CheckField
          label={
            <Trans>
              I have read the <TextPageLink of="privacy">privacy policy</TextPageLink>
            </Trans>
          }
          error={messageOf('privacyPolicyAccepted')}
          {...(consents.privacyPolicyAccepted
            ? { checked: true, readOnly: true, 'aria-disabled': true }
            : register('privacyPolicyAccepted'))}
        />
        <CheckField
          label={
            <Trans>
              I have read and accept the <TextPageLink of="terms">terms of purchase</TextPageLink>
            </Trans>
          }
          error={messageOf('termsAndConditionsAccepted')}
          {...(consents.termsAndConditionsAccepted
            ? { checked: true, readOnly: true, 'aria-disabled': true }
            : register('termsAndConditionsAccepted'))}
        />
        {consents.privacyPolicyAccepted && consents.termsAndConditionsAccepted && (
          <p className={styles['note']}>
            <Trans>You gave these two consents with the account; they end with it.</Trans>
          </p>
        )}
      </fieldset>
      {failure !== null && <FormError message={failure} />}
      <div className={styles['actions']}>
        <Button type="submit" busy={isSubmitting ? t`Saving…` : undefined}>
          <Trans>Save my details</Trans>
        </Button>
      </div>
    </form>
  );
}
