/** Places and estimates as the contract shows them. */
import type { OpeningSeason, PickupPoint, Warehouse } from '#contract/delivery.ts';
import type { DeliveryKind } from '#contract/delivery.ts';
import type { Selectable } from 'kysely';
import type { PickupPointTable } from '#server/database/schema-channels.ts';
import type { WarehouseRow } from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';

/** What is known of it: the first warehouse of a shop has no address before the company is named. */
const addressLine = ({ street, houseNumber, postCode, city }: WarehouseRow['address']): string =>
  [`${street} ${houseNumber}`, `${postCode} ${city}`]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');

export function presentWarehouse(row: WarehouseRow, locale: string): Warehouse {
  return {
    code: row.code,
    name: textIn(row.name, locale),
    address: addressLine(row.address),
    city: row.city,
    ...(row.phone_number ? { phone: row.phone_number } : {}),
    openingHours: row.opening_hours as OpeningSeason[],
  };
}

type PickupPointRow = Omit<Selectable<PickupPointTable>, 'id' | 'max_weight'>;

export function presentPickupPoint(row: PickupPointRow): PickupPoint {
  return {
    code: row.code,
    provider: row.provider,
    name: row.name,
    address: row.address,
    city: row.city,
    postCode: row.post_code,
    countryCode: row.country_code,
    ...(row.latitude === null ? {} : { latitude: row.latitude }),
    ...(row.longitude === null ? {} : { longitude: row.longitude }),
    ...(row.opening_hours === null ? {} : { openingHours: row.opening_hours }),
  };
}

/** Working days from the order to the door, by kind: first and last. */
const workingDays: Readonly<Record<DeliveryKind, readonly [number, number]>> = {
  courier: [1, 3],
  pickup_point: [1, 3],
  collection: [1, 1],
};

function addWorkingDays(from: Date, days: number): string {
  const date = new Date(from);
  for (let left = days; left > 0;) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (date.getUTCDay() % 6 !== 0) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}

/** First and last likely day, YYYY-MM-DD. */
export function estimate(kind: DeliveryKind, now: Date): { estimatedFrom: string; estimatedTo: string } {
  const [first, last] = workingDays[kind];
  return { estimatedFrom: addWorkingDays(now, first), estimatedTo: addWorkingDays(now, last) };
}
