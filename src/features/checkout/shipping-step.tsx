import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useShop } from '#api/shop.ts';
import type { ShippingMethod, ShippingPlan } from '#contract/delivery.ts';
import { noPlaceYet } from '#domain/waiting/offline-order.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { cartQueries } from '#features/cart/cart-queries.ts';
import { usePaidMoney } from '#features/cart/use-paid-money.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { ChoiceCard } from '#ui/choice-card.tsx';
import { Icon } from '#ui/icon.tsx';
import { warehouseShape } from '#ui/icon-shapes.ts';
import { packageShape } from '#ui/icon-shapes-later.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { ShippingChoice } from './checkout-machine.ts';
import { checkoutQueries } from './checkout-queries.ts';
import { readDraft, writeDraft } from './device-cells.ts';
import { CollectedLines, CollectPlaces } from './collected-lines.tsx';
import { ShortLines } from './short-lines.tsx';
import { ShipmentMethods } from './shipment-methods.tsx';
import styles from './checkout-view.module.css';
import { truckShape } from '#ui/icon-shapes-orders.ts';

const shapes = {
  courier: truckShape,
  pickup_point: packageShape,
  collection: warehouseShape,
  mixed: packageShape,
};

/** Plans as ways to choose from: all places of collection are one way. */
interface Way {
  kind: ShippingPlan['kind'];
  /** The plan that choosing this way begins with. */
  first: ShippingPlan;
  all: ShippingPlan[];
}
function waysOf(plans: readonly ShippingPlan[]): Way[] {
  const collection = plans.filter((one) => one.kind === 'collection');
  const first = collection.find((one) => one.available) ?? collection[0];
  return plans.flatMap((one): Way[] => {
    if (one.kind !== 'collection') return [{ kind: one.kind, first: one, all: [one] }];
    return one === collection[0] && first !== undefined ? [{ kind: one.kind, first, all: collection }] : [];
  });
}

/** Part of the goods is sent, part is collected. */
function MixedTitle({ plan }: { plan: ShippingPlan }) {
  return plan.shipments.some((shipment) => shipment.kind === 'courier') ? (
    <Trans>Courier, and collection of what is only collected</Trans>
  ) : (
    <Trans>Parcel locker, and collection of what is only collected</Trans>
  );
}

/** The methods of all parcels as they are chosen, and as the order has been counted. */
export interface ChosenDelivery {
  chosen: ShippingMethod[];
  before: ShippingMethod[];
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
  const money = usePaidMoney();
  const shop = useShop();
  const queryClient = useQueryClient();
  const token = order.tokenValue;
  const { data: plans, isError } = useQuery({
    ...checkoutQueries.plans(shop, token, order.version),
    // A choice makes another version of the cart: what is being chosen from stays, and the focus in it.
    placeholderData: keepPreviousData,
  });
  const [choices, setChoices] = useState<Record<number, ShippingChoice>>({});
  const [priced, setPriced] = useState<
    Record<number, { method: ShippingMethod; before: ShippingMethod | undefined }>
  >({});
  const [isPressed, setPressed] = useState(false);
  /**
   * It is to be collected, but where is not said yet: of several places that is the buyer's to choose. The shop has the first of
   * them meanwhile, for its prices and for whoever comes back to this step.
   */
  const [isPlaceOpen, setPlaceOpen] = useState(
    () =>
      (order.shippingPlan?.startsWith('collection.') ?? false) &&
      readDraft(token).delivery?.place === noPlaceYet,
  );
  const complete = order.shipments.flatMap(({ id }) => choices[id] ?? []);
  const isComplete =
    complete.length === order.shipments.length && complete.every((choice) => choice.pickupPoint !== '');
  /** What was missing when the step was sent; mended, the error is gone. */
  const isMissing = isPressed && !isComplete;
  useEffect(() => {
    const all = order.shipments.flatMap(({ id }) => priced[id] ?? []);
    const isWhole = !isPlaceOpen && all.length > 0 && all.length === order.shipments.length;
    onDelivery(
      isWhole
        ? { chosen: all.map(({ method }) => method), before: all.flatMap(({ before }) => before ?? []) }
        : null,
    );
    return () => {
      onDelivery(null);
    };
  }, [order.shipments, priced, isPlaceOpen, onDelivery]);
  const plan = useMutation({
    mutationKey: ['checkout', token],
    scope: { id: 'cart' },
    mutationFn: ({ code, warehouseCode }: { code: string; warehouseCode?: string | undefined }) =>
      shop.call('chooseShippingPlan', {
        params: { token },
        body: warehouseCode === undefined ? { code } : { code, warehouseCode },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: (answer) => {
      queryClient.setQueryData(cartQueries.current(shop, token).queryKey, answer);
    },
  });
  const kindNames: Record<Exclude<ShippingPlan['kind'], 'mixed'>, string> = {
    courier: t`Courier to your door`,
    pickup_point: t`Parcel locker`,
    collection: t`Collect at a warehouse`,
  };
  const priceText = (cents: number, from: boolean) =>
    cents === 0 ? t`Free` : from ? t`from ${money(cents)}` : money(cents);

  if (plans === undefined && !isError) return <Skeleton height="16rem" />;
  const selected = isPlaceOpen ? '' : ((plan.isPending ? plan.variables.code : order.shippingPlan) ?? '');
  const submit = () => {
    setPressed(!isComplete);
    if (isComplete) onSubmit(complete);
  };
  const choosePlan = (code: string, warehouseCode?: string) => {
    setPlaceOpen(false);
    setChoices({});
    plan.mutate({ code, warehouseCode });
  };
  const chooseWay = ({ kind, first, all }: Way) => {
    if (kind !== 'collection' || all.filter((one) => one.available).length < 2) {
      choosePlan(first.code);
      return;
    }
    choosePlan(first.code);
    setPlaceOpen(true);
    writeDraft({
      ...readDraft(token),
      delivery: { method: null, pickupPoint: null, place: noPlaceYet },
    });
  };
  const ways = waysOf(plans ?? []);
  const missing = plans?.find((one) => one.missing !== undefined)?.missing;
  const isChosen = ({ kind, all }: Way) =>
    isPlaceOpen ? kind === 'collection' : all.some((one) => one.code === selected);
  const places = ways.find((way) => way.kind === 'collection' && isChosen(way))?.all ?? [];
  return (
    <Form className={styles['form']} onSubmit={submit}>
      <fieldset className={styles['group']}>
        <legend className={styles['groupTitle']}>
          <Trans>How do you want to get the goods?</Trans>
        </legend>
        {ways.map((way) => {
          const { first, kind } = way;
          return (
            <ChoiceCard
              key={first.code}
              name="way"
              value={first.code}
              checked={isChosen(way)}
              disabled={!first.available}
              onChange={() => {
                chooseWay(way);
              }}
              icon={<Icon shape={shapes[kind]} />}
              title={kind === 'mixed' ? <MixedTitle plan={first} /> : kindNames[kind]}
              aside={first.available ? priceText(first.priceFrom, kind !== 'collection') : undefined}
              details={
                first.available ? (
                  <>
                    {first.shipments.length > 1 && (
                      <Plural value={first.shipments.length} one="# parcel" other="# parcels" />
                    )}
                    {first.note !== undefined && ` ${first.note}`}
                  </>
                ) : (
                  first.unavailableReason
                )
              }
            />
          );
        })}
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
      {selected.startsWith('mixed.') && !plan.isPending && (
        <CollectPlaces order={order} onChoose={(warehouseCode) => choosePlan(selected, warehouseCode)} />
      )}
      {places.length > 1 && (
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
                  choosePlan(one.code);
                }}
                title={one.shipments[0]?.warehouse.name}
                details={one.available ? one.shipments[0]?.warehouse.address : one.unavailableReason}
              />
            ))}
          </div>
        </fieldset>
      )}
      {(isError || plan.isError) && (
        <Notice kind="danger" alert>
          <Trans>The ways of delivery could not be fetched. Please try again.</Trans>
        </Notice>
      )}
      {!plan.isPending &&
        !isPlaceOpen &&
        order.shipments.map((shipment, index) => (
          <ShipmentMethods
            key={`${order.shippingPlan ?? ''}-${String(shipment.id)}`}
            order={order}
            shipment={shipment}
            number={order.shipments.length > 1 ? index + 1 : undefined}
            rememberedPoint={readDraft(token).pickupPoints?.[shipment.method?.code ?? '']}
            showMissing={isMissing}
            onChoose={(choice, method, before) => {
              setChoices((now) => ({ ...now, [shipment.id]: choice }));
              setPriced((now) => ({ ...now, [shipment.id]: { method, before } }));
              const draft = readDraft(token);
              const { method: code, pickupPoint } = choice;
              const others = order.shipments.length > 1 ? draft.delivery : undefined;
              writeDraft({
                ...draft,
                ...(pickupPoint === undefined || pickupPoint === ''
                  ? {}
                  : { pickupPoints: { ...draft.pickupPoints, [code]: pickupPoint } }),
                // The same choice in the words of an order without a connection: whoever goes on that way need not choose again.
                delivery:
                  shipment.kind === 'collection'
                    ? { method: null, pickupPoint: null, ...others, place: shipment.warehouse.code }
                    : { place: null, ...others, method: code, pickupPoint: pickupPoint ?? null },
              });
            }}
          />
        ))}
      {isMissing && (
        <Notice kind="danger" alert>
          <Trans>Choose a way of delivery and, for a parcel locker, the place.</Trans>
        </Notice>
      )}
      <div className={styles['actions']}>
        <Button
          type="submit"
          busy={busy ? t`Saving…` : undefined}
          disabled={
            plan.isPending ||
            isPlaceOpen ||
            order.shipments.length === 0 ||
            order.shipments.some((shipment) => choices[shipment.id] === undefined)
          }
        >
          <Trans>Continue to the address</Trans>
        </Button>
      </div>
    </Form>
  );
}
