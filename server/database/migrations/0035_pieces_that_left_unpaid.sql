-- Pieces of parcels that were sent before they were paid lay in the stock as held until the money came: they have left.
update stock
set on_hand = stock.on_hand - least(stock.on_hold, gone.quantity),
    on_hold = stock.on_hold - least(stock.on_hold, gone.quantity)
from (
  select (piece ->> 'variantId')::integer as variant_id, shipment.warehouse_id, sum((piece ->> 'quantity')::integer) as quantity
  from shipment
  join "order" on "order".id = shipment.order_id
  cross join jsonb_array_elements(shipment.held) as piece
  where shipment.state = 'shipped' and "order".payment_state = 'awaiting_payment'
  group by 1, 2
) as gone
where stock.variant_id = gone.variant_id and stock.warehouse_id = gone.warehouse_id;
