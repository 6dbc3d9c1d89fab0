import { sql } from 'kysely';

/**
 * SQL over the "order" at hand: its buyer has paid, and the gateway has not decided yet. A refusal ends it at once; a gateway
 * that never says a word bars nobody from paying for longer than a day.
 */
export const isBeingConfirmed = sql<boolean>`exists (select 1 from payment_request
  where payment_request.order_id = "order".id and payment_request.state in ('new', 'processing')
    and payment_request.pending_at > now() - interval '1 day')`;
