/**
 * Pieces that are paid for and have not left, by `variant_id` and `warehouse_id` (SQL). They went off the stock with the
 * money (contract 5.12) and lie on the shelf until their parcel is sent: whoever counts there counts them too, so
 * on hand = counted - these. As a part of a statement it is read once (`as materialized`), not once for each variant.
 */
export const paidPieces = `
  select (piece ->> 'variantId')::integer as variant_id, shipment.warehouse_id,
    sum((piece ->> 'quantity')::integer)::integer as pieces
  from shipment join "order" on "order".id = shipment.order_id
  cross join jsonb_array_elements(shipment.held) as piece
  where shipment.state = 'ready' and "order".payment_state = 'paid'
  group by 1, 2`;
