/** The address step's form: what it begins with, what of it is kept, and what is wrong with it. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Violation } from '#contract/errors.ts';
import type { Order } from '#contract/orders/orders.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import {
  addressLabels,
  createAddressSchema,
  type AddressField,
  type AddressForm,
} from '#features/checkout/address-step-schema.ts';
import { startValues } from '#features/checkout/address-values.ts';
import { readDraft, writeDraft } from '#features/checkout/device-cells.ts';
import type { Buyer } from '#features/checkout/use-buyer.ts';

/** What the order's goods and its way of delivery ask for. */
export interface AskedAddress {
  withAddress: boolean;
  withCertificate: boolean;
  countryCode: string;
}

const isField = (name: string): name is AddressField => Object.hasOwn(addressLabels, name);

/** The form's field of a violation's path (R5.20); null: none, so it is told above the fields. */
export function fieldOfPath(path: string): AddressField | null {
  const inner = path.replace(/^(?:contact|shippingAddress|billingAddress)\./, '');
  return [inner, `address.${inner}`].find(isField) ?? null;
}

/** Errors show once a field was left or the form sent (R5.18). */
export function useAddressForm(
  order: Order,
  buyer: Buyer,
  asked: AskedAddress,
  violations: readonly Violation[],
) {
  const { isGuest, customer } = buyer;
  const sentence = useFieldSentence();
  const [defaults] = useState(() => startValues(order, buyer));
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
  const { formState, setError, control } = form;
  const { errors, submitCount } = formState;
  const values = useWatch({ control }) as AddressForm;
  useEffect(() => {
    writeDraft({ ...readDraft(order.tokenValue), address: values });
  }, [values, order.tokenValue]);
  useEffect(() => {
    for (const { propertyPath, message } of violations) {
      const field = fieldOfPath(propertyPath);
      if (field !== null) setError(field, { type: 'server', message });
    }
  }, [violations, setError]);
  const isDrawn = (field: AddressField): boolean =>
    (field !== 'email' || isGuest) &&
    (!field.startsWith('address.') || asked.withAddress) &&
    (!field.startsWith('certificate.') || asked.withCertificate) &&
    (!field.startsWith('invoice.') || values.wantsInvoice);
  const messageOf = (name: AddressField): string | undefined => {
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
  return { form, values, wasSent: submitCount > 0, isDrawn, messageOf };
}
