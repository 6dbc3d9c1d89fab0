import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useChannel } from '#api/channel-queries.ts';
import { isAway, showFormErrors } from '#api/form-errors.ts';
import type { CustomerAddress } from '#contract/addresses.ts';
import { useAccountPath } from '#i18n/account-paths.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { buttonClass } from '#ui/button.tsx';
import { drawWith } from '#ui/form/draw-field.tsx';
import { CheckField } from '#ui/form/field.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { panelClass } from '#ui/panel.ts';
import { FieldPair, PlaceFields } from '#ui/form/place-fields.tsx';
import { AccountForm } from './account-form.tsx';
import { forgetAddressDraft, readAddressDraft, writeAddressDraft } from './address-draft.ts';
import { addressFields, addressSchema, type AddressFields } from './address-schema.ts';
import { CountryField } from './country-field.tsx';
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

/** Fields whose rules are those of the country. */
const ofCountry = ['phoneNumber', 'postCode'] as const;

interface AddressFormProps {
  /** The one that is changed; null = a new one. */
  address: CustomerAddress | null;
  onSaved: () => void;
}

/** Who takes the goods, and where (R3.53). Saved, it stands in the list. */
export function AddressForm({ address, onSaved }: AddressFormProps) {
  const { t } = useLingui();
  const sentence = useFieldSentence();
  const { countries } = useChannel();
  const list = useAccountPath()('ADDRESSES');
  const save = useSaveAddress(address);
  const [failure, setFailure] = useState<string | null>(null);
  const [draft] = useState(() => readAddressDraft(address));
  const { register, handleSubmit, formState, setError, getValues, trigger } = useForm<AddressFields>({
    mode: 'onTouched',
    defaultValues: { ...addressFields(address, countries[0]?.code ?? 'LT'), ...draft },
    resolver: (given, context: undefined, options) =>
      standardSchemaResolver<AddressFields, undefined, AddressFields>(addressSchema(given.countryCode))(
        given,
        context,
        options,
      ),
  });
  const { errors, isSubmitting } = formState;
  /** Another country has other rules: what was typed before is judged by them at once. */
  const judgeAnew = () => trigger(ofCountry.filter((name) => getValues(name) !== ''));
  const send = async (form: AddressFields) => {
    setFailure(null);
    try {
      await save(form);
      forgetAddressDraft();
      onSaved();
    } catch (error) {
      if (isAway(error)) writeAddressDraft(address, form);
      setFailure(
        showFormErrors(error, fieldNames, setError, {
          other: t`Saving address error`,
          away: t`No connection. Nothing was saved yet; what you typed stays here.`,
        }),
      );
    }
  };
  const text = drawWith<(typeof fieldNames)[number]>(register, (name) => sentence(errors[name]?.message));
  return (
    <AccountForm
      onSubmit={handleSubmit(send)}
      isBusy={isSubmitting}
      failure={failure}
      button={<Trans>Save the address</Trans>}
      other={
        <Link className={buttonClass('quiet')} to={list} onClick={forgetAddressDraft}>
          <Trans>Cancel</Trans>
        </Link>
      }
    >
      {draft !== null && (
        <Notice>
          <Trans>This is what you typed before. It is not saved yet.</Trans>
        </Notice>
      )}
      <fieldset className={panelClass}>
        <legend className={styles['title']}>
          <Trans>Who takes the goods</Trans>
        </legend>
        <FieldPair>
          {text('firstName', t`First name`, 'shipping given-name')}
          {text('lastName', t`Last name`, 'shipping family-name')}
        </FieldPair>
        {text('phoneNumber', t`Phone`, 'shipping tel', {
          type: 'tel',
          characters: 16,
          hint: t`For example +370 612 34567`,
        })}
      </fieldset>
      <fieldset className={panelClass}>
        <legend className={styles['title']}>
          <Trans>Where to</Trans>
        </legend>
        <CountryField autoComplete="shipping country" {...register('countryCode', { onChange: judgeAnew })} />
        <PlaceFields section="shipping" draw={text} />
        <CheckField label={t`Use it for my next orders`} {...register('isDefault')} />
      </fieldset>
    </AccountForm>
  );
}
