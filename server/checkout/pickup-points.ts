/** Lockers and counters of the carriers (contract CHK-06). */
import { sql } from 'kysely';
import type { PickupPoint } from '#contract/orders/delivery.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { reader, type OrderServices } from '#server/orders/change-order.ts';
import { presentPickupPoint } from '#server/orders/delivery-presenter.ts';

export interface PickupPointsQuery {
  provider?: string | undefined;
  shippingMethod?: string | undefined;
  countryCode?: string | undefined;
  city?: string | undefined;
  postCode?: string | undefined;
  query?: string | undefined;
  lat?: number | undefined;
  lng?: number | undefined;
  page?: number | undefined;
  itemsPerPage?: number | undefined;
}

const contains = (text: string): string => `%${text.replace(/[%_\\]/g, String.raw`\$&`)}%`;

/**
 * By town, then by name, as the language sorts them: not every database knows how (`Š` behind `Z` is random to its reader),
 * and `10` comes behind `2`.
 */
function byTown(locale: string) {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return (one: Record<'city' | 'name', string>, other: Record<'city' | 'name', string>): number =>
    compare(one.city, other.city) || compare(one.name, other.name);
}

/** CHK-06: points of one provider, nearest first when a place is given, else by town. */
export async function readPickupPoints(
  services: OrderServices,
  query: PickupPointsQuery,
  locale: string,
): Promise<{ points: PickupPoint[]; total: number; page: number; itemsPerPage: number }> {
  const db = reader(services);
  let provider = query.provider;
  if (provider === undefined && query.shippingMethod !== undefined) {
    const method = await db
      .selectFrom('shipping_method')
      .select('provider')
      .where('code', '=', query.shippingMethod)
      .executeTakeFirst();
    provider = method?.provider ?? undefined;
    if (provider === undefined) throw new ApiFailure(404, 'shipping.provider_unknown');
  }
  if (provider === undefined) {
    throw new ApiFailure(400, 'query.invalid', {
      violations: [{ propertyPath: 'provider', message: 'Not valid', code: 'required' }],
    });
  }
  const known = await db
    .selectFrom('pickup_point')
    .select('id')
    .where('provider', '=', provider)
    .limit(1)
    .executeTakeFirst();
  if (!known) throw new ApiFailure(404, 'shipping.provider_unknown');
  const { countryCode, city, postCode, query: text, lat, lng } = query;
  const base = db
    .selectFrom('pickup_point')
    .where('provider', '=', provider)
    .$if(countryCode !== undefined, (q) => q.where('country_code', '=', (countryCode ?? '').toUpperCase()))
    .$if(city !== undefined, (q) => q.where('city', 'ilike', contains(city ?? '')))
    .$if(postCode !== undefined, (q) => q.where('post_code', 'ilike', contains(postCode ?? '')))
    .$if(text !== undefined, (q) =>
      q.where((eb) =>
        eb.or(
          (['name', 'address', 'city', 'post_code'] as const).map((column) =>
            eb(column, 'ilike', contains(text?.trim() ?? '')),
          ),
        ),
      ),
    );
  const near = lat !== undefined && lng !== undefined;
  const found = await base
    .select(['id', 'city', 'name', 'code'])
    .$if(near, (q) =>
      // Flat-earth distance is enough to order points of one country.
      q.orderBy(
        sql`power(latitude - ${lat ?? 0}, 2) + power((longitude - ${lng ?? 0}) * cos(radians(${lat ?? 0})), 2)`,
      ),
    )
    .orderBy('code')
    .execute();
  const page = query.page ?? 1;
  const itemsPerPage = query.itemsPerPage ?? 30;
  const sorted = near ? found : found.toSorted(byTown(locale));
  const shown = sorted.slice((page - 1) * itemsPerPage, page * itemsPerPage);
  const rows =
    shown.length === 0
      ? []
      : await db
          .selectFrom('pickup_point')
          .selectAll()
          .where(
            'id',
            'in',
            shown.map(({ id }) => id),
          )
          .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    points: shown.flatMap(({ id }) => byId.get(id) ?? []).map(presentPickupPoint),
    total: found.length,
    page,
    itemsPerPage,
  };
}
