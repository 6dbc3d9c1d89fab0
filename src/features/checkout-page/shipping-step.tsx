import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ShippingPlan } from '#contract/orders/delivery.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { usePaidMoney } from '#features/cart-page/use-paid-money.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form/form.tsx';
import { ErrorTitle } from '#ui/form/error-title.tsx';
import { ChoiceCard } from '#ui/form/choice-card.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { warehouseShape } from '#ui/icons/icon-shapes.ts';
import { packageShape } from '#ui/icons/icon-shapes-later.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { ShippingChoice } from '#features/checkout/submitted-steps.ts';
import { readDraft } from '#features/checkout/device-cells.ts';
import { CollectedLines, CollectPlaces } from './collected-lines.tsx';
import { useParcelChoices, useTellDelivery, type ChosenDelivery } from '#features/checkout/parcel-choices.ts';
import { ShortLines } from './short-lines.tsx';
import { ShipmentMethods } from './shipment-methods.tsx';
import { useShippingPlan, type Way } from '#features/checkout/shipping-plan.ts';
import styles from './checkout-view.module.css';
import { truckShape } from '#ui/icons/icon-shapes-orders.ts';

const shapes = {
  courier: truckShape,
  pickup_point: packageShape,
  collection: warehouseShape,
  mixed: packageShape,
};

/** Part of the goods is sent, part is collected. */
function MixedTitle({ plan }: { plan: ShippingPlan }) {
  return plan.shipments.some((shipment) => shipment.kind === 'courier') ? (
    <Trans>Courier, and collection of what is only collected</Trans>
  ) : (
    <Trans>Parcel locker, and collection of what is only collected</Trans>
  );
}

/** One way for the whole order, with its price, or why it cannot be had. */
function WayCard({ way, checked, onChoose }: { way: Way; checked: boolean; onChoose: () => void }) {
  const { t } = useLingui();
  const money = usePaidMoney();
  const { first, kind } = way;
  const kindNames: Record<Exclude<ShippingPlan['kind'], 'mixed'>, string> = {
    courier: t`Courier to your door`,
    pickup_point: t`Parcel locker`,
    collection: t`Collect at a warehouse`,
  };
  const priceText = (cents: number, from: boolean) =>
    cents === 0 ? t`Free` : from ? t`from ${money(cents)}` : money(cents);
  return (
    <ChoiceCard
      name="way"
      value={first.code}
      checked={checked}
      disabled={!first.available}
      onChange={onChoose}
      icon={<Icon shape={shapes[kind]} />}
      title={kind === 'mixed' ? <MixedTitle plan={first} /> : kindNames[kind]}
      aside={first.available ? priceText(first.priceFrom, kind !== 'collection') : undefined}
      details={
        first.available ? (
          <>
            {first.shipments.length > 1 &&
              (kind === 'collection' ? (
                // Where somebody drives to, before it is chosen.
                <>
                  <Trans>In several places</Trans>:{' '}
                  {first.shipments.map(({ warehouse }) => warehouse.city).join(', ')}
                </>
              ) : (
                <Plural value={first.shipments.length} one="# parcel" other="# parcels" />
              ))}
            {first.note !== undefined && ` ${first.note}`}
          </>
        ) : (
          first.unavailableReason
        )
      }
    />
  );
}

/** Of several places that have the whole order, the one where it is collected. */
function WarehouseChoice({
  places,
  selected,
  onChoose,
}: {
  places: readonly ShippingPlan[];
  selected: string;
  onChoose: (code: string) => void;
}) {
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['groupTitle']}>
        <Trans>At which warehouse?</Trans>
      </legend>
      <div className={styles['places']}>
        {places.map((one) => (
          <ChoiceCard
            key={one.code}
            name="place"
            value={one.code}
            checked={selected === one.code}
            disabled={!one.available}
            onChange={() => {
              onChoose(one.code);
            }}
            title={one.shipments[0]?.warehouse.name}
            details={one.available ? one.shipments[0]?.warehouse.address : one.unavailableReason}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ShippingStepProps {
  order: ShownCart;
  busy: boolean;
  onSubmit: (choices: ShippingChoice[]) => void;
  /** Told what is chosen in this step, for the sums beside it; null while something is missing, and when it is left. */
  onDelivery: (delivery: ChosenDelivery | null) => void;
}

/** How the goods come: the way for the whole order first, then the method (and place) of each shipment. */
export function ShippingStep({ order, busy, onSubmit, onDelivery }: ShippingStepProps) {
  const { t } = useLingui();
  const parcels = useParcelChoices(order);
  const plan = useShippingPlan(order, parcels.clear);
  const [isPressed, setPressed] = useState(false);
  /** What was missing when the step was sent; mended, the error is gone. */
  const isComplete = parcels.isComplete && !plan.isPlaceOpen;
  const isMissing = isPressed && !isComplete;
  useTellDelivery(order, parcels.priced, plan.isPlaceOpen, onDelivery);
  if (plan.ways === undefined && !plan.isFetchFailed) return <Skeleton height="16rem" />;
  const { ways = [], missing, isChosen } = plan;
  const places = ways.find((way) => way.kind === 'collection' && isChosen(way))?.all ?? [];
  const submit = () => {
    setPressed(!isComplete);
    if (isComplete) onSubmit(parcels.chosen);
  };
  return (
    <Form className={styles['form']} onSubmit={submit}>
      <fieldset className={styles['group']}>
        <legend className={styles['groupTitle']}>
          <Trans>How do you want to get the goods?</Trans>
        </legend>
        {ways.map((way) => (
          <WayCard
            key={way.first.code}
            way={way}
            checked={isChosen(way)}
            onChoose={() => plan.chooseWay(way)}
          />
        ))}
      </fieldset>
      {missing !== undefined && (
        <Notice kind="danger" alert>
          <p>
            <Trans>
              These goods cannot be had any more in this number. Without them the rest can be ordered:
            </Trans>
          </p>
          <ShortLines order={order} missing={missing} />
        </Notice>
      )}
      {missing === undefined && (
        <CollectedLines
          order={order}
          isTogether={ways.some(({ kind, all }) => kind === 'collection' && all.some((one) => one.available))}
        />
      )}
      {plan.selected.startsWith('mixed.') && !plan.isSaving && (
        <CollectPlaces
          order={order}
          onChoose={(warehouseCode) => plan.choosePlan(plan.selected, warehouseCode)}
        />
      )}
      {places.length > 1 && (
        <WarehouseChoice places={places} selected={plan.selected} onChoose={plan.choosePlan} />
      )}
      {plan.hasFailed && (
        <Notice kind="danger" alert>
          <Trans>The ways of delivery could not be fetched. Please try again.</Trans>
        </Notice>
      )}
      {!plan.isSaving &&
        !plan.isPlaceOpen &&
        order.shipments.map((shipment, index) => (
          <ShipmentMethods
            key={`${order.shippingPlan ?? ''}-${String(shipment.id)}`}
            order={order}
            shipment={shipment}
            number={order.shipments.length > 1 ? index + 1 : undefined}
            remembered={readDraft(order.tokenValue)}
            showMissing={isMissing}
            onChoose={(...choice) => parcels.choose(shipment, ...choice)}
          />
        ))}
      {isMissing && (
        <Notice kind="danger" alert>
          <ErrorTitle />
          {plan.isPlaceOpen ? (
            <Trans>Choose the warehouse where you collect the goods.</Trans>
          ) : (
            <Trans>Choose a way of delivery and, for a parcel locker, the place.</Trans>
          )}
        </Notice>
      )}
      <div className={styles['actions']}>
        <Button
          type="submit"
          busy={busy ? t`Saving…` : undefined}
          disabled={!plan.isPlaceOpen && (plan.isSaving || !parcels.isEachChosen)}
        >
          <Trans>Continue to the address</Trans>
        </Button>
      </div>
    </Form>
  );
}
