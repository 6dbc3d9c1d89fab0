import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import {
  useForm,
  useWatch,
  type FieldError,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { Violation } from '#contract/errors.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { PaymentKind, PaymentMethod } from '#contract/orders/payments.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { formatMoney } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { ErrorTitle } from '#ui/form/error-title.tsx';
import { ChoiceCard } from '#ui/form/choice-card.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { PlacingInput } from '#features/checkout/submitted-steps.ts';
import { checkoutQueries } from '#features/checkout/checkout-queries.ts';
import { readDraft, writeDraft } from '#features/checkout/device-cells.ts';
import { ConsentFields, tickedBefore } from './consent-fields.tsx';
import {
  createPaymentSchema,
  paymentDraft,
  paymentFieldOf,
  type PaymentForm,
} from '#features/checkout/payment-schema.ts';
import styles from './checkout-view.module.css';
import { bankShape, cardShape, cashShape, fileShape } from '#ui/icons/icon-shapes-orders.ts';

const shapes: Record<PaymentKind, string> = {
  bank_link: bankShape,
  card: cardShape,
  transfer: fileShape,
  cash: cashShape,
  cash_on_delivery: cashShape,
  leasing: fileShape,
};

const none: readonly Violation[] = [];

interface PaymentStepProps {
  order: Order;
  busy: boolean;
  /** What the shop refused; of those with a field here each stands at it. */
  violations?: readonly Violation[];
  /** Draws the box above the fields; it is told which paths have a field on the screen. */
  refusal?: (isDrawn: (path: string) => boolean) => ReactNode;
  onSubmit: (placing: PlacingInput) => void;
  /** With no connection: the ways of payment that this device knows, the rules of sending, and what the button says. */
  offline?: {
    methods: readonly PaymentMethod[];
    /** Not even by the rules of sending. */
    nothingToPay: boolean;
    canSubmit: boolean;
    rules: ReactNode;
    button: string;
    busy: string;
  };
}

/** The ways of payment to choose from. */
function PaymentMethods({
  methods,
  isError,
  field,
  error,
}: {
  /** Undefined while they are asked for. */
  methods: readonly PaymentMethod[] | undefined;
  /** They could not be fetched. */
  isError: boolean;
  field: UseFormRegisterReturn;
  error: FieldError | undefined;
}) {
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['groupTitle']}>
        <Trans>How do you want to pay?</Trans>
      </legend>
      {methods === undefined && !isError && <Skeleton height="12rem" />}
      {methods?.map((method) => (
        <ChoiceCard
          key={method.code}
          {...field}
          value={method.code}
          icon={<Icon shape={shapes[method.kind]} />}
          title={method.name}
          details={method.description ?? method.instructions}
        />
      ))}
      {isError && (
        <Notice kind="danger" alert>
          <Trans>The ways of payment could not be fetched. Please try again.</Trans>
        </Notice>
      )}
      {error !== undefined && (
        <Notice kind="danger" alert>
          {error.type === 'server' ? error.message : <Trans>Choose how you want to pay.</Trans>}
        </Notice>
      )}
    </fieldset>
  );
}

/**
 * The form of the step: it begins with what was typed before, keeps what is typed, and shows what the shop refused at its field.
 * @param known with no connection: the ways of payment that this device knows
 */
function usePaymentForm(
  order: Order,
  nothingToPay: boolean,
  known: readonly PaymentMethod[] | undefined,
  violations: readonly Violation[],
): UseFormReturn<PaymentForm> {
  const [kept] = useState(() => {
    const draft = readDraft(order.tokenValue).payment;
    // A way that goes through a bank's page is none without a connection.
    const isOffered = known === undefined || known.some(({ code }) => code === draft?.paymentMethod);
    return draft === undefined || isOffered ? draft : { ...draft, paymentMethod: '' };
  });
  const form = useForm<PaymentForm>({
    mode: 'onTouched',
    defaultValues: {
      ...tickedBefore(order.tokenValue),
      ...paymentDraft({ paymentMethod: order.payments.at(-1)?.method?.code, notes: order.notes }),
      ...kept,
    },
    resolver: standardSchemaResolver(createPaymentSchema(!nothingToPay)),
  });
  const { register, control, setError } = form;
  // Before the boxes below it, though the ways come later: the first field that is wrong gets the focus.
  register('paymentMethod');
  const [paymentMethod, notes] = useWatch({ control, name: ['paymentMethod', 'notes'] });
  useEffect(() => {
    writeDraft({
      ...readDraft(order.tokenValue),
      payment: paymentDraft({ paymentMethod, notes }),
    });
  }, [order.tokenValue, paymentMethod, notes]);
  useEffect(() => {
    for (const { propertyPath, message } of violations) {
      const name = paymentFieldOf(propertyPath);
      if (name !== null) setError(name, { type: 'server', message });
    }
  }, [violations, setError]);
  return form;
}

/** How it is paid, the consents, and the one button that orders (CHK-12, CHK-13, R5.29). */
export function PaymentStep({
  order,
  busy,
  violations = none,
  refusal,
  onSubmit,
  offline,
}: PaymentStepProps) {
  const { t, i18n } = useLingui();
  const shop = useShop();
  const { pricesWithoutTax } = useChannel();
  const payment = order.payments.at(-1);
  const nothingToPay =
    offline?.nothingToPay ?? (order.total === 0 || order.checkoutState === 'payment_skipped');
  const { data: asked, isError } = useQuery({
    ...checkoutQueries.paymentMethods(shop, order.tokenValue, payment?.id ?? 0, order.version),
    // Ordering makes another version of the order: what was chosen stays in sight meanwhile.
    placeholderData: keepPreviousData,
    enabled: offline === undefined && payment !== undefined && !nothingToPay,
  });
  const methods = offline?.methods ?? asked;
  const { register, handleSubmit, formState, control } = usePaymentForm(
    order,
    nothingToPay,
    offline?.methods,
    violations,
  );
  const sentence = useFieldSentence();
  const { errors } = formState;
  return (
    <Form
      className={styles['form']}
      onSubmit={handleSubmit(({ paymentMethod, notes, ...consents }) => {
        const words = notes.trim();
        onSubmit({
          ...consents,
          ...(nothingToPay ? {} : { paymentMethod }),
          ...(words === '' ? {} : { notes: words }),
        });
      })}
    >
      {refusal?.((path) => paymentFieldOf(path) !== null && (path !== 'paymentMethod' || !nothingToPay))}
      {formState.submitCount > 0 && Object.keys(errors).length > 0 && <ErrorTitle />}
      {nothingToPay ? (
        <Notice kind="ok">
          <Trans>Nothing is left to pay.</Trans>
        </Notice>
      ) : (
        <PaymentMethods
          methods={methods}
          isError={isError}
          field={register('paymentMethod')}
          error={errors.paymentMethod}
        />
      )}
      {offline?.rules}
      <TextArea
        label={t`Note to the order`}
        optional
        maxLength={1000}
        {...register('notes')}
        error={sentence(errors.notes?.message)}
      />
      <ConsentFields token={order.tokenValue} control={control} register={register} errors={errors} />
      {/* The right of consumers: a company has none by law. */}
      {!pricesWithoutTax && (
        <p className={styles['note']}>
          <Trans>
            You may withdraw from the purchase within 14 days; sealed goods that were opened, seeds taken from
            their packet and plant protection products are excepted.
          </Trans>
        </p>
      )}
      <div className={styles['actions']}>
        <Button
          type="submit"
          disabled={offline?.canSubmit === false}
          busy={busy ? (offline?.busy ?? t`Ordering…`) : undefined}
        >
          {offline === undefined ? (
            <Trans id="checkout.orderButton">Order with obligation to pay</Trans>
          ) : (
            offline.button
          )}{' '}
          <span className={styles['toPay']}>{formatMoney(order.total, i18n.locale)}</span>
        </Button>
      </div>
    </Form>
  );
}
