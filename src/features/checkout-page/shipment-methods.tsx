import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useShop } from '#api/shop.ts';
import { ApiError } from '#api/api-error.ts';
import type { ShippingMethod } from '#contract/orders/delivery.ts';
import type { Order, Shipment } from '#contract/orders/orders.ts';
import { shownPhone } from '#domain/fields/shown-phone.ts';
import { goodsOfParcel } from '#domain/orders/ordered-words.ts';
import { usePaidMoney } from '#features/cart-page/use-paid-money.ts';
import { cartKey } from '#features/cart/cart-queries.ts';
import { formatDate } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceCard } from '#ui/form/choice-card.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { ShippingChoice } from '#features/checkout/submitted-steps.ts';
import { checkoutQueries } from '#features/checkout/checkout-queries.ts';
import type { CheckoutDraft } from '#features/checkout/device-cells.ts';
import { PickupPoints } from './pickup-points.tsx';
import styles from './checkout-view.module.css';

interface ShipmentMethodsProps {
  order: Order;
  shipment: Shipment;
  /** Given when the order comes in several parcels. */
  number?: number | undefined;
  /** What was chosen before; the shop may not have kept it. */
  remembered: Pick<CheckoutDraft, 'delivery' | 'pickupPoints'>;
  showMissing: boolean;
  /** `before`: the method that the order has been counted with. */
  onChoose: (choice: ShippingChoice, method: ShippingMethod, before: ShippingMethod | undefined) => void;
}

function ExpectedDates({ of: { estimatedFrom, estimatedTo } }: { of: ShippingMethod }) {
  const { i18n } = useLingui();
  /** A date is read in one piece: it has hyphens, at which a line would end. */
  const date = (day: string) => <span className="no-wrap">{formatDate(day, i18n.locale)}</span>;
  if (estimatedFrom === undefined) return null;
  const from = date(estimatedFrom);
  return estimatedTo === undefined || estimatedTo === estimatedFrom ? (
    <Trans>Expected: {from}</Trans>
  ) : (
    <Trans>
      Expected: {from} – {date(estimatedTo)}
    </Trans>
  );
}

/** A parcel that the shop does not know any more, or says nothing of: the order is read anew, with the parcels it has now. */
function MethodsMissing({ order, error, onAgain }: { order: Order; error: Error; onAgain: () => void }) {
  const shop = useShop();
  const queryClient = useQueryClient();
  const said =
    error instanceof ApiError && error.kind === 'refused' && error.status < 500 ? error.message : '';
  return (
    <Notice kind="danger" alert>
      <p>
        <Trans>The ways of delivery could not be fetched. The order may have changed meanwhile.</Trans> {said}
      </p>
      <p>
        <Button
          kind="secondary"
          onClick={() => {
            void queryClient.invalidateQueries({ queryKey: cartKey(shop, order.tokenValue) });
            onAgain();
          }}
        >
          <Trans>Load the order again</Trans>
        </Button>
      </p>
    </Notice>
  );
}

/** Methods of one shipment with price and dates; a locker also asks for its place. */
export function ShipmentMethods({
  order,
  shipment,
  number,
  remembered,
  showMissing,
  onChoose,
}: ShipmentMethodsProps) {
  const { t } = useLingui();
  const money = usePaidMoney();
  const {
    data: methods,
    error,
    refetch,
  } = useQuery(checkoutQueries.methods(useShop(), order.tokenValue, shipment.id, order.version));
  const [picked, setPicked] = useState(() => shipment.method?.code ?? remembered.delivery?.method ?? null);
  const [point, setPoint] = useState(
    () => shipment.pickupPoint?.code ?? remembered.pickupPoints?.[picked ?? ''] ?? '',
  );
  const fitting = (methods ?? []).filter((method) => method.kind === shipment.kind);
  const chosen =
    fitting.find((method) => method.code === picked && method.available) ??
    fitting.find((method) => method.available);
  const code = chosen?.code;
  const needsPoint = chosen?.kind === 'pickup_point';
  useEffect(() => {
    if (chosen !== undefined)
      onChoose(
        { shipmentId: shipment.id, method: chosen.code, pickupPoint: needsPoint ? point : undefined },
        chosen,
        methods?.find((method) => method.code === shipment.method?.code),
      );
    // The parent's function only stores: it is not a reason to tell it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [code, needsPoint, point, shipment.id]);

  if (methods === undefined && error !== null)
    return <MethodsMissing order={order} error={error} onAgain={() => void refetch()} />;
  if (methods === undefined) return <Skeleton height="8rem" />;
  return (
    <section
      className={styles['shipment']}
      aria-label={number === undefined ? t`Delivery method` : t`Parcel ${number}`}
    >
      {number !== undefined && (
        <>
          <h2>
            <Trans>
              Parcel {number}: {shipment.warehouse.name}
            </Trans>
          </h2>
          <p className={styles['shipmentItems']}>{goodsOfParcel(order, shipment)}</p>
        </>
      )}
      {fitting.map((method) => (
        <ChoiceCard
          key={method.code}
          name={`method-${String(shipment.id)}`}
          value={method.code}
          checked={method.code === code}
          disabled={!method.available}
          onChange={() => {
            setPicked(method.code);
            setPoint('');
          }}
          title={method.name}
          // What cannot be chosen has no price, and is not free.
          aside={!method.available ? undefined : method.price === 0 ? t`Free` : money(method.price)}
          details={
            method.available ? (
              <>
                {method.description} <ExpectedDates of={method} />
              </>
            ) : (
              method.unavailableReason
            )
          }
        />
      ))}
      {chosen?.kind === 'collection' && (
        <p className={styles['note']}>
          {shipment.warehouse.address}
          {shipment.warehouse.phone !== undefined && `, ${shownPhone(shipment.warehouse.phone)}`}
        </p>
      )}
      {needsPoint && chosen !== undefined && (
        <PickupPoints
          method={chosen.code}
          value={point}
          onChange={setPoint}
          missing={showMissing && point === ''}
          name={`point-${String(shipment.id)}`}
        />
      )}
    </section>
  );
}
