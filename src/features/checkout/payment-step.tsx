import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { Violation } from '#contract/errors.ts';
import type { Order } from '#contract/orders.ts';
import type { PaymentKind, PaymentMethod } from '#contract/payments.ts';
import { useFieldSentence } from '#i18n/field-sentences.ts';
import { formatMoney } from '#i18n/format.ts';
import { usePagePath } from '#i18n/content-page.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceCard } from '#ui/choice-card.tsx';
import { CheckField, TextArea } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Icon } from '#ui/icon.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { PlacingInput } from './checkout-machine.ts';
import { checkoutQueries } from './checkout-queries.ts';
import { readDraft, writeDraft } from './device-cells.ts';
import { useBuyer } from './use-buyer.ts';
import { createPaymentSchema, paymentFieldOf, type PaymentForm } from './payment-schema.ts';
import styles from './checkout-view.module.css';
import { bankShape, cardShape, cashShape, fileShape } from '#ui/icon-shapes-orders.ts';

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
  field?: {
    methods: readonly PaymentMethod[];
    canSubmit: boolean;
    rules: ReactNode;
    button: string;
    busy: string;
  };
}

type Boxes = Pick<
  PaymentForm,
  'termsAndConditionsAccepted' | 'privacyPolicyAccepted' | 'subscribedToNewsletter'
>;
const boxes = ['termsAndConditionsAccepted', 'privacyPolicyAccepted', 'subscribedToNewsletter'] as const;
/**
 * What was ticked for an order on this page: who goes on without a connection has ticked it already. Kept on no device: a consent
 * is given, and not found.
 */
let ticked: { token: string; boxes: Boxes } | null = null;

/** How it is paid, the consents, and the one button that orders (CHK-12, CHK-13, R5.29). */
export function PaymentStep({ order, busy, violations = none, refusal, onSubmit, field }: PaymentStepProps) {
  const { t, i18n } = useLingui();
  const shop = useShop();
  const { pages, pricesWithoutTax } = useChannel();
  const payment = order.payments.at(-1);
  const nothingToPay =
    field === undefined && (order.total === 0 || order.checkoutState === 'payment_skipped');
  const { data: asked, isError } = useQuery({
    ...checkoutQueries.paymentMethods(shop, order.tokenValue, payment?.id ?? 0, order.version),
    enabled: field === undefined && payment !== undefined && !nothingToPay,
  });
  const methods = field?.methods ?? asked;
  const termsPath = usePagePath(pages.terms);
  const privacyPath = usePagePath(pages.privacy);
  const [kept] = useState(() => {
    const draft = readDraft(order.tokenValue).payment;
    // A way that goes through a bank's page is none without a connection.
    const isOffered = field === undefined || field.methods.some(({ code }) => code === draft?.paymentMethod);
    return draft === undefined || isOffered ? draft : { ...draft, paymentMethod: '' };
  });
  const { register, handleSubmit, formState, control, setError } = useForm<PaymentForm>({
    mode: 'onTouched',
    defaultValues: {
      paymentMethod: kept?.paymentMethod ?? payment?.method?.code ?? '',
      termsAndConditionsAccepted: false,
      privacyPolicyAccepted: false,
      subscribedToNewsletter: false,
      ...(ticked?.token === order.tokenValue ? ticked.boxes : {}),
      notes: kept?.notes ?? order.notes ?? '',
    },
    resolver: standardSchemaResolver(createPaymentSchema(!nothingToPay)),
  });
  // Before the boxes below it, though the ways come later: the first field that is wrong gets the focus.
  register('paymentMethod');
  const [paymentMethod, notes] = useWatch({ control, name: ['paymentMethod', 'notes'] });
  useEffect(() => {
    writeDraft({
      ...readDraft(order.tokenValue),
      payment: { paymentMethod: paymentMethod ?? '', notes: notes ?? '' },
    });
  }, [order.tokenValue, paymentMethod, notes]);
  const [terms, privacy, news] = useWatch({ control, name: boxes });
  useEffect(() => {
    ticked = {
      token: order.tokenValue,
      boxes: {
        termsAndConditionsAccepted: terms,
        privacyPolicyAccepted: privacy,
        subscribedToNewsletter: news,
      },
    };
  }, [order.tokenValue, terms, privacy, news]);
  useEffect(() => {
    for (const { propertyPath, message } of violations) {
      const name = paymentFieldOf(propertyPath);
      if (name !== null) setError(name, { type: 'server', message });
    }
  }, [violations, setError]);
  const sentence = useFieldSentence();
  const { errors } = formState;
  const buyer = useBuyer();
  // Whoever has them already is not asked; who may have them, when the account is known.
  const asksForNews = buyer !== undefined && buyer.customer?.subscribedToNewsletter !== true;
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
      {nothingToPay ? (
        <Notice kind="ok">
          <Trans>Nothing is left to pay.</Trans>
        </Notice>
      ) : (
        <fieldset className={styles['group']}>
          <legend className={styles['groupTitle']}>
            <Trans>How do you want to pay?</Trans>
          </legend>
          {methods === undefined && !isError && <Skeleton height="12rem" />}
          {(methods ?? []).map((method) => (
            <ChoiceCard
              key={method.code}
              {...register('paymentMethod')}
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
          {errors.paymentMethod !== undefined && (
            <Notice kind="danger" alert>
              {errors.paymentMethod.type === 'server' ? (
                errors.paymentMethod.message
              ) : (
                <Trans>Choose how you want to pay.</Trans>
              )}
            </Notice>
          )}
        </fieldset>
      )}
      {field?.rules}
      <TextArea
        label={t`Note to the order`}
        optional
        maxLength={1000}
        {...register('notes')}
        error={sentence(errors.notes?.message)}
      />
      <div>
        <CheckField
          {...register('termsAndConditionsAccepted')}
          error={sentence(errors.termsAndConditionsAccepted?.message)}
          label={
            <Trans>
              I have read and accept the <TextLink to={termsPath}>terms of purchase</TextLink>
            </Trans>
          }
        />
        <CheckField
          {...register('privacyPolicyAccepted')}
          error={sentence(errors.privacyPolicyAccepted?.message)}
          label={
            <Trans>
              I have read the <TextLink to={privacyPath}>privacy policy</TextLink>
            </Trans>
          }
        />
        {asksForNews && (
          <CheckField
            {...register('subscribedToNewsletter')}
            error={sentence(errors.subscribedToNewsletter?.message)}
            label={t`Send me news, offers and reminders of my cart by email (you can stop at any time)`}
          />
        )}
      </div>
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
          disabled={field?.canSubmit === false}
          busy={busy ? (field?.busy ?? t`Ordering…`) : undefined}
        >
          {field === undefined ? (
            <Trans id="checkout.orderButton">Order with obligation to pay</Trans>
          ) : (
            field.button
          )}{' '}
          · {formatMoney(order.total, i18n.locale)}
        </Button>
      </div>
    </Form>
  );
}
