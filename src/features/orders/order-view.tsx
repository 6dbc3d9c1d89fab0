import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '#ui/link.tsx';
import type { Company } from '#contract/addresses.ts';
import type { Order } from '#contract/orders/orders.ts';
import { pictureOf } from '#domain/cart/cart-lines.ts';
import { goodsOfParcel, packAndPieces } from '#domain/orders/ordered-words.ts';
import { shownPhone } from '#domain/fields/shown-phone.ts';
import { CartWarnings } from '#features/cart-page/cart-warnings.tsx';
import { CartSummary } from '#features/cart-page/cart-summary.tsx';
import { LineSum } from '#features/cart-lines/line-sum.tsx';
import { formatDate } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { warehouseShape } from '#ui/icons/icon-shapes.ts';
import { giftShape, packageShape } from '#ui/icons/icon-shapes-later.ts';
import { Notice } from '#ui/notice.tsx';
import { Picture } from '#ui/picture.tsx';
import { DocumentButtons } from './document-buttons.tsx';
import { HowToPay } from './how-to-pay.tsx';
import { orderStateShapes } from './order-state-shapes.ts';
import { orderStateNames, paymentStateNames, shipmentStateNames } from './order-texts.ts';
import styles from './order-view.module.css';
import { cardShape, truckShape } from '#ui/icons/icon-shapes-orders.ts';

const kindShapes = { courier: truckShape, pickup_point: packageShape, collection: warehouseShape };

/** By what the order is or was paid, and whether the money is here. */
function PaymentLine({ order }: { order: Order }) {
  const { i18n } = useLingui();
  const method = order.payments.at(-1)?.method?.name;
  if (method === undefined) return null;
  return (
    <p className={styles['payment']}>
      <Icon shape={cardShape} size={20} />
      <span>
        <Trans>Payment:</Trans> <b>{method}</b>
        <small>{i18n._(paymentStateNames[order.paymentState])}</small>
      </span>
    </p>
  );
}

const addressLine = ({
  street,
  houseNumber,
  flatNumber,
  city,
  postCode,
}: Pick<Company, 'street' | 'houseNumber' | 'flatNumber' | 'city' | 'postCode'>) =>
  `${street} ${houseNumber}${flatNumber === undefined ? '' : `-${flatNumber}`}, ${city}, ${postCode}`;

function Shipments({ order }: { order: Order }) {
  const { i18n } = useLingui();
  return (
    <ul className={styles['shipments']}>
      {order.shipments.map((shipment) => (
        <li key={shipment.id} className={styles['shipment']}>
          <Icon shape={kindShapes[shipment.kind]} />
          <div>
            <p>
              <strong>{shipment.method?.name ?? shipment.warehouse.name}</strong> ·{' '}
              {i18n._(shipmentStateNames[shipment.state])}
            </p>
            {shipment.pickupPoint !== undefined && (
              <p>
                {shipment.pickupPoint.name}, {shipment.pickupPoint.address}, {shipment.pickupPoint.city}
              </p>
            )}
            {shipment.kind === 'collection' && (
              <p>
                {shipment.warehouse.name}, {shipment.warehouse.address}
              </p>
            )}
            {shipment.kind === 'courier' && order.shippingAddress !== undefined && (
              <p>{addressLine(order.shippingAddress)}</p>
            )}
            {order.shipments.length > 1 && <p className={styles['meta']}>{goodsOfParcel(order, shipment)}</p>}
            {shipment.estimatedAt !== undefined && (
              <p className={styles['meta']}>
                <Trans>Expected: {formatDate(shipment.estimatedAt, i18n.locale)}</Trans>
              </p>
            )}
            {shipment.tracking !== undefined && (
              <p>
                <Trans>Tracking number:</Trans>{' '}
                {shipment.trackingUrl === undefined ? (
                  shipment.tracking
                ) : (
                  <a href={shipment.trackingUrl} target="_blank" rel="noopener">
                    {shipment.tracking}
                  </a>
                )}
              </p>
            )}
          </div>
        </li>
      ))}
      {/* Cards that were bought are mailed: no parcel holds them. */}
      {order.items.map(
        ({ id, giftCard }) =>
          giftCard !== undefined && (
            <li key={`card ${String(id)}`} className={styles['shipment']}>
              <Icon shape={giftShape} />
              <p>
                <Trans>
                  For {giftCard.recipientName}, {giftCard.recipientEmail}
                </Trans>
              </p>
            </li>
          ),
      )}
    </ul>
  );
}

function Goods({ items }: { items: Order['items'] }) {
  const paths = usePaths();
  return (
    <ul className={styles['items']}>
      {items.map((item) => {
        const image = pictureOf(item.variant);
        return (
          <li key={item.id}>
            {image === undefined ? (
              // Keeps its column.
              <span />
            ) : (
              <Picture className={styles['picture']} path={image.path} alt="" size={imageSizes.card} />
            )}
            <span>
              {/* A gift card has no page among the goods. */}
              {item.giftCard === undefined ? (
                <Link to={paths.product(item.variant.product, item.variant)}>{item.productName}</Link>
              ) : (
                item.productName
              )}
              <small>{packAndPieces(item)}</small>
            </span>
            <b>
              <LineSum item={item} />
            </b>
          </li>
        );
      })}
    </ul>
  );
}

/** Who ordered, what they noted, and to whom the invoice is made out. */
function Contacts({ order }: { order: Order }) {
  return (
    <>
      <p>
        {order.customer?.firstName} {order.customer?.lastName}
      </p>
      <p>{order.customer?.email}</p>
      <p>{shownPhone(order.customer?.phoneNumber ?? '')}</p>
      {order.notes !== undefined && order.notes !== '' && (
        <p>
          <Trans>Note to the order</Trans>: {order.notes}
        </p>
      )}
      {order.invoice !== undefined && (
        <p className={styles['invoice']}>
          <span>
            <Trans>Invoice data</Trans>: <strong>{order.invoice.companyName}</strong>
          </span>
          <span>
            <Trans>Company code</Trans>: {order.invoice.companyCode}
          </span>
          {order.invoice.vatNumber !== undefined && (
            <span>
              <Trans>VAT number</Trans>: {order.invoice.vatNumber}
            </span>
          )}
          <span>{addressLine(order.invoice)}</span>
        </p>
      )}
    </>
  );
}

interface OrderViewProps {
  order: Order;
  /** Stands above it. */
  opening?: React.ReactNode;
  /** What can be done with it, beside its state. */
  actions?: React.ReactNode;
}

/** A placed order: state, how to pay, parcels, goods, sums, papers. */
export function OrderView({ order, opening, actions }: OrderViewProps) {
  const { t, i18n } = useLingui();
  const placed = order.checkoutCompletedAt;
  return (
    <div className={styles['order']}>
      {opening}
      <div className={styles['state']}>
        <p data-state={order.state}>
          <Icon shape={orderStateShapes[order.state]} size={20} /> {i18n._(orderStateNames[order.state])}
        </p>
        {placed !== undefined && (
          <p className={styles['meta']}>
            <Trans>Ordered: {formatDate(placed, i18n.locale)}</Trans>
          </p>
        )}
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      <CartWarnings order={order} />
      <HowToPay order={order} />
      {order.state === 'cancelled' && order.paymentState === 'paid' && (
        <Notice kind="info">
          <p>
            <Trans>We will return the money the way you paid it. The credit note is among the papers.</Trans>
          </p>
        </Notice>
      )}
      <div className={styles['columns']}>
        <div className={styles['main']}>
          <section aria-label={t`Delivery`}>
            <h2>
              <Trans>Delivery</Trans>
            </h2>
            <Shipments order={order} />
          </section>
          <section aria-label={t`Goods`}>
            <h2>
              <Trans>Goods</Trans>
            </h2>
            <Goods items={order.items} />
          </section>
          <section aria-label={t`Contacts`}>
            <h2>
              <Trans>Contacts</Trans>
            </h2>
            <Contacts order={order} />
          </section>
        </div>
        <aside className={styles['aside']}>
          <CartSummary order={order} addsUp />
          <PaymentLine order={order} />
          <DocumentButtons order={order} />
        </aside>
      </div>
    </div>
  );
}
