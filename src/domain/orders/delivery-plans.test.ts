import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deliveryPlans, linesOutOfReach, onlyCollectedAt } from './delivery-plans.ts';
import { handsOutChemicals } from './chemical-collection.ts';
import { type PlanLine, type PlanWarehouse } from './split-over-warehouses.ts';

const warehouse = (code: string, over: Partial<PlanWarehouse> = {}): PlanWarehouse => ({
  code,
  priority: 1,
  main: false,
  ships: true,
  collection: true,
  chemicals: false,
  ...over,
});
const line = (itemId: number, over: Partial<PlanLine> = {}): PlanLine => ({
  itemId,
  variantCode: `V${itemId}`,
  quantity: 1,
  chemical: false,
  tracked: true,
  weight: 1000,
  ...over,
});
const stockOf = (stock: Record<string, Record<string, number>>) => (place: string, variant: string) =>
  stock[place]?.[variant] ?? 0;
const options = { pickupMaxWeight: 30_000 };
const main = warehouse('MAIN', { main: true, priority: 1 });
const second = warehouse('SECOND', { priority: 2, chemicals: true });
const third = warehouse('THIRD', { priority: 3, chemicals: true });
const plan = (plans: ReturnType<typeof deliveryPlans>, code: string) =>
  plans.find((one) => one.code === code);

describe('delivery plans', () => {
  test('one warehouse with everything: one shipment from the best priority', () => {
    const plans = deliveryPlans(
      [line(1), line(2)],
      [second, main],
      stockOf({ MAIN: { V1: 1, V2: 1 }, SECOND: { V1: 9, V2: 9 } }),
      options,
    );
    expect(plans.map((one) => [one.code, one.available])).toEqual([
      ['courier', true],
      ['pickup_point', true],
      ['collection.MAIN', true],
      ['collection.SECOND', true],
    ]);
    expect(plan(plans, 'courier')?.shipments).toEqual([
      {
        warehouse: 'MAIN',
        kind: 'courier',
        items: [
          { itemId: 1, quantity: 1 },
          { itemId: 2, quantity: 1 },
        ],
      },
    ]);
  });

  test('lines are split over warehouses, cut only when nobody holds one in full', () => {
    const lines = [line(1, { quantity: 6 }), line(2, { quantity: 2 })];
    const plans = deliveryPlans(
      lines,
      [main, second, third],
      stockOf({ MAIN: { V1: 4 }, SECOND: { V1: 3, V2: 1 }, THIRD: { V2: 2 } }),
      options,
    );
    // V2 is held in full by THIRD, so SECOND's single piece is not used.
    expect(plan(plans, 'courier')?.shipments).toEqual([
      { warehouse: 'MAIN', kind: 'courier', items: [{ itemId: 1, quantity: 4 }] },
      { warehouse: 'SECOND', kind: 'courier', items: [{ itemId: 1, quantity: 2 }] },
      { warehouse: 'THIRD', kind: 'courier', items: [{ itemId: 2, quantity: 2 }] },
    ]);
    expect(plans.some((one) => one.kind === 'collection')).toBe(false);
  });

  test('more than four shipments or too little stock: not coverable', () => {
    const places = ['A', 'B', 'C', 'D', 'E'].map((code, index) => warehouse(code, { priority: index }));
    const one = Object.fromEntries(places.map((place) => [place.code, { V1: 1 }]));
    const five = deliveryPlans([line(1, { quantity: 5 })], places, stockOf(one), options);
    expect(plan(five, 'courier')).toMatchObject({ available: false, reason: 'shipping.not_coverable' });
    const four = deliveryPlans([line(1, { quantity: 4 })], places, stockOf(one), options);
    expect(plan(four, 'courier')?.shipments).toHaveLength(4);
    const none = deliveryPlans([line(1)], [main], stockOf({}), options);
    expect(none.some((some) => some.available)).toBe(false);
  });

  test('chemical goods are only collected, never in the main warehouse', () => {
    const stock = stockOf({ MAIN: { V1: 5, V2: 5 }, SECOND: { V1: 5, V2: 5 }, THIRD: { V1: 5 } });
    const chemical = line(1, { chemical: true });
    expect(deliveryPlans([chemical], [main, second, third], stock, options).map((one) => one.code)).toEqual([
      'collection.SECOND',
      'collection.THIRD',
    ]);
    const mixed = deliveryPlans([chemical, line(2)], [main, second, third], stock, options);
    expect(mixed.map((one) => one.code)).toEqual([
      'collection.SECOND',
      'mixed.courier',
      'mixed.pickup_point',
    ]);
    expect(plan(mixed, 'mixed.courier')?.shipments).toEqual([
      { warehouse: 'MAIN', kind: 'courier', items: [{ itemId: 2, quantity: 1 }] },
      { warehouse: 'SECOND', kind: 'collection', items: [{ itemId: 1, quantity: 1 }] },
    ]);
    const chosen = deliveryPlans([chemical, line(2)], [main, second, third], stock, {
      ...options,
      collectAt: 'THIRD',
    });
    expect(plan(chosen, 'mixed.courier')?.shipments[1]?.warehouse).toBe('THIRD');
  });

  test('a parcel above the weight limit cannot go to a pick-up point', () => {
    const plans = deliveryPlans([line(1, { weight: 31_000 })], [main], stockOf({ MAIN: { V1: 1 } }), options);
    expect(plan(plans, 'pickup_point')).toMatchObject({ available: false, reason: 'shipping.too_heavy' });
    expect(plan(plans, 'courier')?.available).toBe(true);
  });

  test('every available plan carries each piece once, within stock, by the chemical rule', () => {
    const anyLines = array(
      record({
        quantity: integer({ min: 1, max: 12 }),
        chemical: boolean(),
        tracked: boolean(),
        weight: integer({ min: 1, max: 9000 }),
      }),
      { minLength: 1, maxLength: 6 },
    ).map((some) => some.map((one, index) => line(index + 1, one)));
    const anyPlaces = array(
      record({
        priority: integer({ min: 1, max: 4 }),
        ships: boolean(),
        collection: boolean(),
        chemicals: boolean(),
        stock: array(integer({ min: 0, max: 12 }), { minLength: 6, maxLength: 6 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    assert(
      property(anyLines, anyPlaces, constantFrom(0, 1, 2), (lines, places, mainAt) => {
        const warehouses = places.map((place, index) => ({
          ...warehouse(`W${index}`, place),
          main: index === mainAt,
        }));
        const held = (place: string, variant: string) =>
          places[Number(place.slice(1))]?.stock[Number(variant.slice(1)) - 1] ?? 0;
        for (const one of deliveryPlans(lines, warehouses, held, options)) {
          if (!one.available) continue;
          for (const wanted of lines) {
            const carried = one.shipments.flatMap((shipment) =>
              shipment.items
                .filter((item) => item.itemId === wanted.itemId)
                .map((item) => ({ ...shipment, quantity: item.quantity })),
            );
            expect(carried.reduce((total, part) => total + part.quantity, 0)).toBe(wanted.quantity);
            for (const part of carried) {
              const place = warehouses.find((some) => some.code === part.warehouse);
              expect(place).toBeDefined();
              if (!place) continue;
              if (wanted.tracked)
                expect(part.quantity).toBeLessThanOrEqual(held(place.code, wanted.variantCode));
              if (wanted.chemical) {
                expect(part.kind).toBe('collection');
                expect(handsOutChemicals(place)).toBe(true);
              }
              expect(part.kind === 'collection' ? place.collection : place.ships).toBe(true);
            }
          }
        }
      }),
    );
  });
});

describe('goods that lie only where nothing is sent from', () => {
  const local = warehouse('LOCAL', { ships: false, priority: 4 });
  const stock = stockOf({ MAIN: { V1: 9, V3: 2 }, LOCAL: { V1: 9, V2: 3, V3: 9 } });
  const places = [main, second, local];

  test('are collected: alone, together with the rest, or as a parcel of their own', () => {
    const lines = [line(1), line(2, { quantity: 3 })];
    expect(deliveryPlans([line(2)], places, stock, options).map((one) => one.code)).toEqual([
      'collection.LOCAL',
    ]);
    const plans = deliveryPlans(lines, places, stock, options);
    expect(plans.map((one) => [one.code, one.available])).toEqual([
      ['collection.LOCAL', true],
      ['mixed.courier', true],
      ['mixed.pickup_point', true],
    ]);
    expect(plan(plans, 'mixed.courier')?.shipments).toEqual([
      { warehouse: 'MAIN', kind: 'courier', items: [{ itemId: 1, quantity: 1 }] },
      { warehouse: 'LOCAL', kind: 'collection', items: [{ itemId: 2, quantity: 3 }] },
    ]);
  });

  test('are told by their places; so are more pieces than can be sent', () => {
    const lines = [line(1), line(2), line(3, { quantity: 3 })];
    const at = lines.map((one) => onlyCollectedAt(one, lines, places, stock).map(({ code }) => code));
    expect(at).toEqual([[], ['LOCAL'], ['LOCAL']]);
  });

  test('what nobody has in that number is named with the missing pieces', () => {
    const lines = [line(1), line(2, { quantity: 5 }), line(4)];
    expect(linesOutOfReach(lines, places, stock)).toEqual([
      { itemId: 2, quantity: 2 },
      { itemId: 4, quantity: 1 },
    ]);
    expect(linesOutOfReach([line(2, { tracked: false, quantity: 99 })], places, stock)).toEqual([]);
  });
});
