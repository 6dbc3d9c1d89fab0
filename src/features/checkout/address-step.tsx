import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useForm, useWatch, type FieldPath } from 'react-hook-form';
import { useChannel } from '#api/channel-queries.ts';
import type { Violation } from '#contract/errors.ts';
import type { Order } from '#contract/orders.ts';
import type { UpdateOrderBody } from '#contract/order-requests.ts';
import { asksCertificate } from '#domain/catalogue/restricted-goods.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { Button } from '#ui/button.tsx';
import { CheckField, TextField } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { FieldPair, PlaceFields } from '#ui/place-fields.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { createAddressSchema, type AddressForm } from './address-schema.ts';
import { noPlace, pickedAddress, placeOf, startValues, submittedBody } from './address-values.ts';
import { readDraft, readKnownAddress, writeDraft, writeKnownAddress } from './device-cells.ts';
import { CertificateFields } from './certificate-fields.tsx';
import { SavedAddresses } from './saved-addresses.tsx';
import { useBuyer, type Buyer } from './use-buyer.ts';
import styles from './checkout-view.module.css';

/** The form's field of a violation's path (R5.20). */
export function fieldOfPath(path: string): FieldPath<AddressForm> | null {
  const inner = path.replace(/^(?:contact|shippingAddress|billingAddress)\./, '');
  if (/^(?:email|firstName|lastName|phoneNumber)$/.test(inner)) return inner as FieldPath<AddressForm>;
  if (/^(?:city|street|houseNumber|flatNumber|postCode)$/.test(inner))
    return `address.${inner}` as FieldPath<AddressForm>;
  if (/^certificate\.(?:number|holder|validUntil)$/.test(path)) return path as FieldPath<AddressForm>;
  if (
    /^invoice\.(?:companyName|companyCode|vatNumber|city|street|houseNumber|flatNumber|postCode)$/.test(path)
  )
    return path as FieldPath<AddressForm>;
  return null;
}

interface AddressStepProps {
  order: Order;
  busy: boolean;
  violations: readonly Violation[];
  /** Draws the box above the fields; it is told which paths have a field on the screen. */
  refusal?: (isDrawn: (path: string) => boolean) => ReactNode;
  onSubmit: (body: UpdateOrderBody) => void;
}

/** Who buys, where a courier goes, whose invoice; whoever is signed in begins with what the account knows. */
export function AddressStep(props: AddressStepProps) {
  const buyer = useBuyer();
  return buyer === undefined ? (
    <Skeleton height="20rem" />
  ) : (
    <AddressFields key={buyer.customer?.id} buyer={buyer} {...props} />
  );
}

/** Errors show once a field was left or the form sent (R5.18). */
function AddressFields({
  order,
  busy,
  violations,
  refusal,
  onSubmit,
  buyer,
}: AddressStepProps & { buyer: Buyer }) {
  const { t } = useLingui();
  const sentence = useFieldSentence();
  const { countries } = useChannel();
  const countryCode = countries[0]?.code ?? 'LT';
  const withAddress = order.shipments.some((shipment) => shipment.kind === 'courier');
  const withCertificate = asksCertificate(order.items);
  const asked = { withAddress, withCertificate, countryCode };
  const summary = useRef<HTMLDivElement>(null);
  const { isGuest, customer } = buyer;
  const addresses = buyer.addresses.filter((one) => one.countryCode === countryCode);
  const [defaults] = useState(() => startValues(order, { ...buyer, addresses }));
  const [isKnown, setKnown] = useState(() => isGuest && readKnownAddress() !== null);
  const form = useForm<AddressForm>({
    mode: 'onTouched',
    defaultValues: defaults,
    shouldFocusError: false,
    resolver: (given, context: undefined, options) =>
      standardSchemaResolver<AddressForm, undefined, AddressForm>(
        createAddressSchema({
          withEmail: isGuest || customer !== null,
          ...asked,
          withInvoice: given.wantsInvoice,
        }),
      )(given, context, options),
  });
  const { register, handleSubmit, formState, setError, setValue, control, setFocus, reset } = form;
  const values = useWatch({ control }) as AddressForm;
  const picked = pickedAddress(addresses, values);
  const { errors, submitCount } = formState;
  useEffect(() => {
    writeDraft({ ...readDraft(order.tokenValue), address: values });
  }, [values, order.tokenValue]);
  useEffect(() => {
    for (const { propertyPath, message } of violations) {
      const field = fieldOfPath(propertyPath);
      if (field !== null) setError(field, { type: 'server', message });
    }
  }, [violations, setError]);
  const isDrawn = (field: FieldPath<AddressForm>): boolean =>
    (field !== 'email' || isGuest) &&
    (!field.startsWith('address.') || withAddress) &&
    (!field.startsWith('certificate.') || withCertificate) &&
    (!field.startsWith('invoice.') || values.wantsInvoice);

  const labels: Partial<Record<FieldPath<AddressForm>, string>> = {
    email: t`Email`,
    firstName: t`First name`,
    lastName: t`Last name`,
    phoneNumber: t`Phone`,
    'address.street': t`Street`,
    'address.houseNumber': t`House no.`,
    'address.flatNumber': t`Flat no.`,
    'address.city': t`Town or village`,
    'address.postCode': t`Post code`,
    'certificate.number': t`Certificate number`,
    'certificate.holder': t`Holder`,
    'certificate.validUntil': t`Valid until`,
    'invoice.companyName': t`Company name`,
    'invoice.companyCode': t`Company code`,
    'invoice.vatNumber': t`VAT number`,
    'invoice.street': t`Street`,
    'invoice.houseNumber': t`House no.`,
    'invoice.flatNumber': t`Flat no.`,
    'invoice.city': t`Town or village`,
    'invoice.postCode': t`Post code`,
  };
  const messageOf = (name: FieldPath<AddressForm>): string | undefined => {
    const [group = '', inner] = name.split('.');
    const found = errors[group as keyof AddressForm] as
      | Record<string, { message?: string }>
      | { message?: string }
      | undefined;
    const error =
      inner === undefined ? found : (found as Record<string, { message?: string }> | undefined)?.[inner];
    const message = (error as { message?: string } | undefined)?.message;
    return sentence(message);
  };
  const wrong = (Object.keys(labels) as FieldPath<AddressForm>[]).filter(
    (name) => isDrawn(name) && messageOf(name) !== undefined,
  );
  const text = (
    name: FieldPath<AddressForm>,
    autoComplete: string,
    more: {
      characters?: number;
      optional?: boolean;
      hint?: string;
      type?: string;
      inputMode?: 'numeric';
    } = {},
  ) => (
    <TextField
      key={name}
      label={labels[name]}
      error={messageOf(name)}
      autoComplete={autoComplete}
      autoCapitalize={more.type === 'email' ? 'none' : undefined}
      spellCheck={false}
      {...more}
      {...register(name)}
    />
  );
  const place = (group: 'address' | 'invoice', section: 'shipping' | 'billing') => (
    <PlaceFields
      section={section}
      draw={(name, _label, autoComplete, more) => text(`${group}.${name}`, autoComplete, more)}
    />
  );
  return (
    <Form
      className={styles['form']}
      onSubmit={(event) =>
        handleSubmit(
          (given) => {
            // What belongs to an account does not stay on the device after it.
            if (isGuest) writeKnownAddress(given);
            onSubmit(submittedBody(given, { ...buyer, addresses }, asked));
          },
          () => {
            requestAnimationFrame(() => summary.current?.focus());
          },
        )(event)
      }
    >
      {refusal?.((path) => {
        const field = fieldOfPath(path);
        return field !== null && isDrawn(field);
      })}
      {submitCount > 0 && wrong.length > 0 && (
        <div ref={summary} className={styles['summaryBox']} tabIndex={-1} role="alert">
          <strong>
            <Trans>Please correct these fields:</Trans>
          </strong>
          <ul>
            {wrong.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  className={styles['link']}
                  onClick={() => {
                    setFocus(name);
                  }}
                >
                  {labels[name]}
                </button>
                {`: ${messageOf(name) ?? ''}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      <fieldset className={styles['group']}>
        <legend className={styles['groupTitle']}>
          <Trans>Contacts</Trans>
        </legend>
        {isGuest &&
          text('email', 'email', {
            type: 'email',
            hint: t`The confirmation of the order comes here.`,
          })}
        {customer !== null && (
          <p className={styles['note']}>
            <strong>{customer.email}</strong> <Trans>The confirmation of the order comes here.</Trans>
          </p>
        )}
        <FieldPair>
          {text('firstName', 'given-name')}
          {text('lastName', 'family-name')}
        </FieldPair>
        {text('phoneNumber', 'tel', { type: 'tel', characters: 16, hint: t`For example +370 612 34567` })}
      </fieldset>
      {withAddress && (
        <fieldset className={styles['group']}>
          <legend className={styles['groupTitle']}>
            <Trans>Delivery address</Trans>
          </legend>
          {addresses.length > 0 && (
            <SavedAddresses
              addresses={addresses}
              picked={picked}
              onPick={(address) => {
                setValue('savedAddress', address?.id);
                setValue('address', address === undefined ? noPlace : placeOf(address), {
                  shouldValidate: submitCount > 0,
                });
              }}
            />
          )}
          {place('address', 'shipping')}
          {!isGuest && picked === undefined && (
            <CheckField label={t`Keep this address in my account`} {...register('saveAddress')} />
          )}
        </fieldset>
      )}
      {withCertificate && <CertificateFields draw={text} />}
      {isKnown && (
        <p className={styles['note']}>
          <Trans>Your details from an earlier order are kept on this device only.</Trans>{' '}
          <button
            type="button"
            className={styles['link']}
            onClick={() => {
              writeKnownAddress(null);
              writeDraft({ ...readDraft(order.tokenValue), address: undefined });
              setKnown(false);
              reset(startValues(order, buyer));
            }}
          >
            <Trans>Forget them</Trans>
          </button>
        </p>
      )}
      <CheckField label={t`I need an invoice to a company`} {...register('wantsInvoice')} />
      {values.wantsInvoice && (
        <fieldset className={styles['group']}>
          <legend className={styles['groupTitle']}>
            <Trans>Invoice data</Trans>
          </legend>
          {text('invoice.companyName', 'organization')}
          <FieldPair>
            {text('invoice.companyCode', 'off', { characters: 12 })}
            {text('invoice.vatNumber', 'off', { characters: 14, optional: true })}
          </FieldPair>
          {place('invoice', 'billing')}
        </fieldset>
      )}
      <div className={styles['actions']}>
        <Button type="submit" busy={busy ? t`Saving…` : undefined}>
          <Trans>Continue to payment</Trans>
        </Button>
      </div>
    </Form>
  );
}
