import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import {
  isDeliveryComplete,
  noPlaceYet,
  severalPlaces,
  type DeliveryWays,
  type OfflineDelivery,
} from '#domain/waiting/offline-order.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { usePaidMoney } from '#features/cart-page/use-paid-money.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form/form.tsx';
import { ChoiceCard } from '#ui/form/choice-card.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { warehouseShape } from '#ui/icons/icon-shapes.ts';
import { packageShape } from '#ui/icons/icon-shapes-later.ts';
import { Notice } from '#ui/notice.tsx';
import { CollectedLines } from './collected-lines.tsx';
import { PickupPoints } from './pickup-points.tsx';
import styles from './checkout-view.module.css';
import { truckShape } from '#ui/icons/icon-shapes-orders.ts';

interface OfflineShippingStepProps {
  order: ShownCart;
  ways: DeliveryWays;
  value: OfflineDelivery;
  onChange: (delivery: OfflineDelivery) => void;
  onSubmit: () => void;
}

/** Where the goods are collected: a place that has all of it, or each of them where it lies. */
function PlaceChoice({
  legend,
  ways,
  value,
  onChange,
}: {
  legend: string;
  ways: DeliveryWays;
  value: OfflineDelivery;
  onChange: (delivery: OfflineDelivery) => void;
}) {
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['groupTitle']}>{legend}</legend>
      <div className={styles['places']}>
        {ways.places.map((place) => (
          <ChoiceCard
            key={place.code}
            name="place"
            value={place.code}
            checked={value.place === place.code}
            onChange={() => onChange({ ...value, place: place.code })}
            title={place.name}
            details={place.address}
          />
        ))}
        {ways.canSpread && (
          <ChoiceCard
            name="place"
            value={severalPlaces}
            checked={value.place === severalPlaces}
            onChange={() => onChange({ ...value, place: severalPlaces })}
            title={<Trans>In several places</Trans>}
            details={<Trans>Each of the goods where it lies</Trans>}
          />
        )}
      </div>
    </fieldset>
  );
}

/** The ways in which goods are sent, and their collection where all of them can be had. */
function WayChoice({
  ways,
  value,
  isCollecting,
  onChange,
}: {
  ways: DeliveryWays;
  value: OfflineDelivery;
  isCollecting: boolean;
  onChange: (delivery: OfflineDelivery) => void;
}) {
  const { t } = useLingui();
  const money = usePaidMoney();
  const price = (cents: number) => (cents === 0 ? t`Free` : money(cents));
  const codes = [...ways.places.map(({ code }) => code), ...(ways.canSpread ? [severalPlaces] : [])];
  /** Where somebody drives to is theirs to say: the place that was chosen before, or the only one there is. */
  const placeToBegin =
    codes.find((code) => code === value.place) ?? (codes.length === 1 ? codes[0] : undefined);
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['groupTitle']}>
        <Trans>How do you want to get the goods?</Trans>
      </legend>
      {ways.sent.map((method) => (
        <ChoiceCard
          key={method.code}
          name="way"
          value={method.code}
          checked={value.method === method.code}
          onChange={() =>
            onChange({ method: method.code, pickupPoint: null, place: ways.isMixed ? value.place : null })
          }
          icon={<Icon shape={method.kind === 'courier' ? truckShape : packageShape} />}
          title={method.name}
          aside={price(method.price)}
          details={method.description}
        />
      ))}
      {ways.collectMethod !== null && (ways.places.length > 0 || (ways.canSpread && ways.isCollectOnly)) && (
        <ChoiceCard
          name="way"
          value="collect"
          checked={isCollecting || (value.method === null && ways.isCollectOnly)}
          onChange={() => onChange({ method: null, pickupPoint: null, place: placeToBegin ?? noPlaceYet })}
          icon={<Icon shape={warehouseShape} />}
          title={<Trans>Collect at a warehouse</Trans>}
          aside={price(ways.collectMethod.price)}
          details={ways.collectMethod.description}
        />
      )}
    </fieldset>
  );
}

/** How the goods come, chosen from what this device knows of the shop's ways of delivery (CHK-20). */
export function OfflineShippingStep({ order, ways, value, onChange, onSubmit }: OfflineShippingStepProps) {
  const { t } = useLingui();
  const [missing, setMissing] = useState(false);
  const sent = ways.sent.find((method) => method.code === value.method);
  const isCollecting = value.method === null && value.place !== null;
  /** A mended choice takes the error with it. */
  const isMissing = missing && !isDeliveryComplete(value, ways);
  /** Nothing can be chosen for what is collected until it is each where it lies, or without some of it. */
  const isApart = ways.collected.length > 0 && ways.places.length === 0;
  return (
    <Form
      className={styles['form']}
      onSubmit={() => {
        const isComplete = isDeliveryComplete(value, ways);
        setMissing(!isComplete);
        if (isComplete) onSubmit();
      }}
    >
      <WayChoice ways={ways} value={value} isCollecting={isCollecting} onChange={onChange} />
      <CollectedLines
        order={order}
        isApart={isApart}
        isTogether={ways.collectMethod !== null && ways.places.length > 0}
      />
      {sent?.kind === 'pickup_point' && (
        <PickupPoints
          method={sent.code}
          name="point"
          value={value.pickupPoint ?? ''}
          missing={isMissing && (value.pickupPoint ?? '') === ''}
          onChange={(pickupPoint) => onChange({ ...value, pickupPoint })}
        />
      )}
      {(ways.places.length > 0 || ways.canSpread) &&
        (isCollecting || ways.isCollectOnly || (ways.isMixed && sent !== undefined)) && (
          <PlaceChoice
            legend={
              ways.isMixed && sent !== undefined
                ? t`Where do you collect what is only collected?`
                : t`At which warehouse?`
            }
            ways={ways}
            value={value}
            onChange={onChange}
          />
        )}
      {isMissing && (
        <Notice kind="danger" alert>
          {isCollecting && !ways.isMixed ? (
            <Trans>Choose the warehouse where you collect the goods.</Trans>
          ) : ways.isMixed || ways.isCollectOnly ? (
            <Trans>Choose a way of delivery, and where you collect what is only collected.</Trans>
          ) : (
            <Trans>Choose a way of delivery and, for a parcel locker, the place.</Trans>
          )}
        </Notice>
      )}
      <div className={styles['actions']}>
        <Button type="submit">
          <Trans>Continue to the address</Trans>
        </Button>
      </div>
    </Form>
  );
}
