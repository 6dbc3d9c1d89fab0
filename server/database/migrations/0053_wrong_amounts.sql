-- Payments of another amount than was due, which the keeper's list of orders looks for among all orders (server/placed-orders/other-amounts.ts).
create index audit_wrong_amount on audit (order_id, id) where action = 'payment.wrong_amount';
