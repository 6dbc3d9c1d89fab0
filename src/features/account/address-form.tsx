import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState, type HTMLInputAutoCompleteAttribute } from 'react';
import { useForm } from 'react-hook-form';
import { useChannel } from '#api/channel-queries.ts';
import type { CustomerAddress } from '#contract/addresses.ts';
import { useAccountPaths } from '#i18n/account-paths.ts';
import { fieldSentence } from '#i18n/field-sentences.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { CheckField, SelectField, TextField } from '#ui/field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { Link } from '#ui/link.tsx';
import { addressFields, addressSchema, type AddressFields } from './address-schema.ts';
import { tellTrouble } from './form-trouble.ts';
import { useSaveAddress } from './use-save-address.ts';
import styles from './account-form.module.css';

const fieldNames = [
  'firstName',
  'lastName',
  'phoneNumber',
  'countryCode',
  'city',
  'street',
  'houseNumber',
  'flatNumber',
  'postCode',
] as const;

interface AddressFormProps {
  /** The one that is changed; null = a new one. */
  address: CustomerAddress | null;
  onSaved: () => void;
}

/** Who takes the goods, and where (R3.53). Saved, it stands in the list. */
export function AddressForm({ address, onSaved }: AddressFormProps) {
  const { t, i18n } = useLingui();
  const { countries } = useChannel();
  const list = useAccountPaths().addresses();
  const save = useSaveAddress(address);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<AddressFields>({
    mode: 'onTouched',
    defaultValues: addressFields(address, countries[0]?.code ?? 'LT'),
    resolver: (given, context: undefined, options) =>
      standardSchemaResolver<AddressFields, undefined, AddressFields>(addressSchema(given.countryCode))(
        given,
        context,
        options,
      ),
  });
  const { errors, isSubmitting } = formState;
  const send = async (form: AddressFields) => {
    setFailure(null);
    try {
      await save(form);
      onSaved();
    } catch (error) {
      setFailure(
        tellTrouble(error, fieldNames, setError, {
          fallback: t`Saving address error`,
          offline: t`No connection. Nothing was saved yet; what you typed stays here.`,
        }),
      );
    }
  };
  const text = (
    name: (typeof fieldNames)[number],
    label: string,
    autoComplete: HTMLInputAutoCompleteAttribute,
    more: { characters?: number; optional?: boolean; type?: string; hint?: string } = {},
  ) => {
    const message = errors[name]?.message;
    return (
      <TextField
        label={label}
        error={message === undefined ? undefined : fieldSentence(i18n, message)}
        autoComplete={autoComplete}
        spellCheck={false}
        {...more}
        {...register(name)}
      />
    );
  };
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
          <Trans>Who takes the goods</Trans>
        </legend>
        <div className={styles['pair']}>
          {text('firstName', t`First name`, 'shipping given-name')}
          {text('lastName', t`Last name`, 'shipping family-name')}
        </div>
        {text('phoneNumber', t`Phone`, 'shipping tel', {
          type: 'tel',
          characters: 16,
          hint: t`For example +370 612 34567`,
        })}
      </fieldset>
      <fieldset className={styles['panel']}>
        <legend className={styles['title']}>
          <Trans>Where to</Trans>
        </legend>
        <SelectField
          label={t`Country`}
          autoComplete="shipping country"
          characters={16}
          {...register('countryCode')}
        >
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className={styles['pair']}>
          {text('street', t`Street`, 'shipping address-line1')}
          <div className={styles['numbers']}>
            {text('houseNumber', t`House no.`, 'off', { characters: 6 })}
            {text('flatNumber', t`Flat no.`, 'off', { characters: 6, optional: true })}
          </div>
        </div>
        <div className={styles['pair']}>
          {text('city', t`Town or village`, 'shipping address-level2')}
          {text('postCode', t`Post code`, 'shipping postal-code', { characters: 8 })}
        </div>
        <CheckField label={t`Use it for my next orders`} {...register('isDefault')} />
      </fieldset>
      {failure !== null && <FormError message={failure} />}
      <div className={styles['actions']}>
        <Button type="submit" busy={isSubmitting ? t`Saving…` : undefined}>
          <Trans>Save the address</Trans>
        </Button>
        <Link className={buttonClass('quiet')} to={list}>
          <Trans>Cancel</Trans>
        </Link>
      </div>
    </form>
  );
}
