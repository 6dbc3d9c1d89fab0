/** The groups of fields of the address step; the form around draws each field. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import type { Customer } from '#contract/customers.ts';
import { CompanyFields } from '#ui/form/company-fields.tsx';
import { ErrorTitle } from '#ui/form/error-title.tsx';
import { FieldPair, PlaceFields } from '#ui/form/place-fields.tsx';
import { addressLabels, type AddressField } from '#features/checkout/address-step-schema.ts';
import styles from './checkout-view.module.css';

/** Draws one field of the form. */
export type DrawAddressField = (
  name: AddressField,
  autoComplete: string,
  more?: { characters?: number; optional?: boolean; hint?: string; type?: string },
) => ReactNode;

/** What is wrong, above the fields, with the way to each of them; it takes the focus when the form was sent in vain. */
export function WrongFields({
  ref,
  fields,
  onGo,
}: {
  ref: Ref<HTMLDivElement>;
  fields: readonly { name: AddressField; message: string | undefined }[];
  onGo: (name: AddressField) => void;
}) {
  const { i18n } = useLingui();
  return (
    <div ref={ref} className={styles['summaryBox']} tabIndex={-1} role="alert">
      <ErrorTitle />
      <strong>
        <Trans>Please correct these fields:</Trans>
      </strong>
      <ul>
        {fields.map(({ name, message }) => (
          <li key={name}>
            <button
              type="button"
              className={styles['link']}
              onClick={() => {
                onGo(name);
              }}
            >
              {i18n._(addressLabels[name])}
            </button>
            {`: ${message ?? ''}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Who buys: a guest says where the confirmation goes, of a customer the shop knows it. */
export function ContactFields({
  isGuest,
  customer,
  draw,
}: {
  isGuest: boolean;
  customer: Customer | null;
  draw: DrawAddressField;
}) {
  const { t } = useLingui();
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['groupTitle']}>
        <Trans>Contacts</Trans>
      </legend>
      {isGuest &&
        draw('email', 'email', {
          type: 'email',
          hint: t`The confirmation of the order comes here.`,
        })}
      {customer !== null && (
        <p className={styles['note']}>
          <strong>{customer.email}</strong>
          <br />
          <Trans>The confirmation of the order comes here.</Trans>
        </p>
      )}
      <FieldPair>
        {draw('firstName', 'given-name')}
        {draw('lastName', 'family-name')}
      </FieldPair>
      {draw('phoneNumber', 'tel', { type: 'tel', characters: 16, hint: t`For example +370 612 34567` })}
    </fieldset>
  );
}

/** Where a courier goes. */
export function DeliveryFields({
  choice,
  draw,
  children,
}: {
  /** The addresses of the account, which fill the fields. */
  choice: ReactNode;
  draw: DrawAddressField;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['groupTitle']}>
        <Trans>Delivery address</Trans>
      </legend>
      {choice}
      <PlaceFields
        section="shipping"
        draw={(name, _label, autoComplete, more) => draw(`address.${name}`, autoComplete, more)}
      />
      {children}
    </fieldset>
  );
}

/** The company that the invoice is made out to. */
export function InvoiceFields({ draw }: { draw: DrawAddressField }) {
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['groupTitle']}>
        <Trans>Invoice data</Trans>
      </legend>
      <CompanyFields
        draw={(name, _label, autoComplete, more) => draw(`invoice.${name}`, autoComplete, more)}
      />
    </fieldset>
  );
}

/** Says that the fields were filled from an earlier order of this device, and takes that back. */
export function KnownDetails({ onForget }: { onForget: () => void }) {
  return (
    <p className={styles['note']}>
      <Trans>Your details from an earlier order are kept on this device only.</Trans>{' '}
      <button type="button" className={styles['link']} onClick={onForget}>
        <Trans>Forget them</Trans>
      </button>
    </p>
  );
}
