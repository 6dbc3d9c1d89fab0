import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState, type ReactNode } from 'react';
import { useChannel } from '#api/channel-queries.ts';
import type { Violation } from '#contract/errors.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { UpdateOrderBody } from '#contract/orders/order-requests.ts';
import { asksCertificate } from '#domain/fields/certificate.ts';
import { Button } from '#ui/button.tsx';
import { CheckField } from '#ui/form/field.tsx';
import { drawWith } from '#ui/form/draw-field.tsx';
import { Form } from '#ui/form/form.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { fieldOfPath, useAddressForm } from './address-step-form.ts';
import {
  ContactFields,
  DeliveryFields,
  InvoiceFields,
  KnownDetails,
  WrongFields,
  type DrawAddressField,
} from './address-groups.tsx';
import { addressLabels, type AddressField } from '#features/checkout/address-step-schema.ts';
import {
  noPlace,
  pickedAddress,
  placeOf,
  startValues,
  submittedBody,
} from '#features/checkout/address-values.ts';
import {
  readDraft,
  readKnownAddress,
  writeDraft,
  writeKnownAddress,
} from '#features/checkout/device-cells.ts';
import { CertificateFields } from './certificate-fields.tsx';
import { SavedAddresses } from './saved-addresses.tsx';
import { useBuyer, type Buyer } from '#features/checkout/use-buyer.ts';
import styles from './checkout-view.module.css';

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
    <AddressFields key={buyer.customer?.id} {...props} buyer={buyer} />
  );
}

function AddressFields({
  order,
  busy,
  violations,
  refusal,
  onSubmit,
  buyer: { isGuest, customer, addresses: book },
}: AddressStepProps & { buyer: Buyer }) {
  const { t, i18n } = useLingui();
  const { countries } = useChannel();
  const countryCode = countries[0]?.code ?? 'LT';
  const withAddress = order.shipments.some((shipment) => shipment.kind === 'courier');
  const withCertificate = asksCertificate(order.items);
  const asked = { withAddress, withCertificate, countryCode };
  const addresses = book.filter((one) => one.countryCode === countryCode);
  const buyer: Buyer = { isGuest, customer, addresses };
  const { form, values, wasSent, isDrawn, messageOf } = useAddressForm(order, buyer, asked, violations);
  const { register, handleSubmit, setValue, setFocus, reset } = form;
  const picked = pickedAddress(addresses, values);
  const [isKnown, setKnown] = useState(() => isGuest && readKnownAddress() !== null);
  const summary = useRef<HTMLDivElement>(null);
  const wrong = (Object.keys(addressLabels) as AddressField[]).filter(
    (name) => isDrawn(name) && messageOf(name) !== undefined,
  );
  const drawField = drawWith<AddressField>(register, messageOf);
  const draw: DrawAddressField = (name, autoComplete, more) =>
    drawField(name, i18n._(addressLabels[name]), autoComplete, more);
  return (
    <Form
      className={styles['form']}
      onSubmit={(event) =>
        handleSubmit(
          (given) => {
            onSubmit(submittedBody(given, buyer, asked));
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
      {wasSent && wrong.length > 0 && (
        <WrongFields
          ref={summary}
          fields={wrong.map((name) => ({ name, message: messageOf(name) }))}
          onGo={setFocus}
        />
      )}
      <ContactFields isGuest={isGuest} customer={customer} draw={draw} />
      {withAddress && (
        <DeliveryFields
          choice={
            addresses.length > 0 && (
              <SavedAddresses
                addresses={addresses}
                picked={picked}
                onPick={(address) => {
                  setValue('savedAddress', address?.id);
                  setValue('address', address === undefined ? noPlace : placeOf(address), {
                    shouldValidate: wasSent,
                  });
                }}
              />
            )
          }
          draw={draw}
        >
          {!isGuest && picked === undefined && (
            <CheckField label={t`Keep this address in my account`} {...register('saveAddress')} />
          )}
        </DeliveryFields>
      )}
      {withCertificate && <CertificateFields draw={draw} />}
      {isKnown && (
        <KnownDetails
          onForget={() => {
            writeKnownAddress(null);
            writeDraft({ ...readDraft(order.tokenValue), address: undefined });
            setKnown(false);
            reset(startValues(order, buyer));
          }}
        />
      )}
      <CheckField label={t`I need an invoice to a company`} {...register('wantsInvoice')} />
      {values.wantsInvoice && <InvoiceFields draw={draw} />}
      <div className={styles['actions']}>
        <Button type="submit" busy={busy ? t`Saving…` : undefined}>
          <Trans>Continue to payment</Trans>
        </Button>
      </div>
    </Form>
  );
}
