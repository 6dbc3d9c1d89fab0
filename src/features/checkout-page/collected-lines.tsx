/** What of a cart is only collected: which goods, and where. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import type { Order } from '#contract/orders/orders.ts';
import { collectTowns } from '#domain/cart/cart-lines.ts';
import { isOnlyCollected } from '#domain/waiting/offline-order.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { lineName } from '#domain/waiting/waiting-command.ts';
import { LineMarkNote } from '#features/cart-lines/line-mark-note.tsx';
import { useDeleteItem } from '#features/cart/use-delete-item.ts';
import { ChoiceCard } from '#ui/form/choice-card.tsx';
import { Notice } from '#ui/notice.tsx';
import { checkoutQueries } from '#features/checkout/checkout-queries.ts';
import { TakeOutButton } from './take-out-button.tsx';
import styles from './checkout-view.module.css';

interface CollectedLinesProps {
  order: ShownCart;
  /** A place has the whole cart, and collecting it there is offered. */
  isTogether?: boolean;
  /** No place has all of them together. */
  isApart?: boolean;
}

/**
 * Names the goods that nothing is sent of, beside goods that are sent: all can be collected together where one place has it, or in
 * two parcels, or they are taken out. Where no place has them all, they are named even alone.
 */
export function CollectedLines({ order, isTogether = false, isApart = false }: CollectedLinesProps) {
  const remove = useDeleteItem();
  const lines = order.items.filter(isOnlyCollected);
  if (lines.length === 0 || (lines.length === order.items.length && !isApart)) return null;
  return (
    <Notice kind="chem">
      <p>
        {isApart ? (
          <Trans>
            These goods are only collected, and no place has all of them. Collect each where it lies, or take
            some out:
          </Trans>
        ) : isTogether ? (
          <Trans>
            These goods are only collected. Collect everything there, have the rest sent, or take them out:
          </Trans>
        ) : (
          <Trans>These goods are only collected. Have the rest sent, or take them out:</Trans>
        )}
      </p>
      <ul className={styles['shortLines']}>
        {lines.map((item) => {
          const towns = collectTowns(item).join(', ');
          const mark = order.waiting?.marks[lineName(item)];
          return (
            <li key={item.id}>
              <span>
                <strong>{item.productName}</strong> {towns !== '' && `(${towns})`}
              </span>
              <TakeOutButton
                item={item}
                onPress={() => {
                  remove.mutate({ itemId: item.id, line: lineName(item) });
                  document.querySelector<HTMLElement>('main h1')?.focus();
                }}
              />
              {mark !== undefined && <LineMarkNote mark={mark} item={item} isRefused={false} />}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

/** Where the collected part of a mixed order is handed out: every place that has all of it. */
export function CollectPlaces({ order, onChoose }: { order: Order; onChoose: (warehouse: string) => void }) {
  const { data } = useQuery(checkoutQueries.places(useShop(), order.tokenValue, order.version));
  const collected = order.shipments.filter((shipment) => shipment.kind === 'collection');
  const ids = new Set(collected.flatMap(({ items }) => items.map(({ itemId }) => itemId)));
  const places = (data ?? []).filter(({ missing }) => !missing.some(({ itemId }) => ids.has(itemId)));
  if (places.length < 2) return null;
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['groupTitle']}>
        <Trans>Where do you collect what is only collected?</Trans>
      </legend>
      <div className={styles['places']}>
        {places.map((place) => (
          <ChoiceCard
            key={place.code}
            name="collect-at"
            value={place.code}
            checked={collected.every(({ warehouse }) => warehouse.code === place.code)}
            onChange={() => {
              onChoose(place.code);
            }}
            title={place.name}
            details={place.address}
          />
        ))}
      </div>
    </fieldset>
  );
}
