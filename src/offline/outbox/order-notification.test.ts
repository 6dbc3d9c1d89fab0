import { expect, test } from 'vitest';
import { withdrawnIntent } from '#domain/waiting/waiting-orders.ts';
import { orderNotices } from './order-notification.ts';

const order = (
  state: 'queued' | 'sending' | 'confirmed' | 'needs-review' | 'refused' | 'parked',
  locale = 'lt',
) => ({ id: 'order-1', kind: 'placeIntent' as const, state, locale });

test('an order that waited and was placed, or needs an answer, is told in its own language', () => {
  expect(orderNotices([order('sending')], [order('confirmed')])).toEqual([
    expect.objectContaining({ title: 'Užsakymas pateiktas', path: '/laukia' }),
  ]);
  expect(orderNotices([order('queued', 'ru')], [order('needs-review', 'ru')])).toEqual([
    expect.objectContaining({ title: 'Заказ ждёт вашего ответа', path: '/ru/waiting' }),
  ]);
  expect(orderNotices([order('sending')], [order('refused')])[0]?.title).toBe(
    'Užsakymas laukia jūsų atsakymo',
  );
});

test('CHK-21 of an order that its buyer had stopped is told that, and not that something changed', () => {
  const answer = { status: 409, errorCode: withdrawnIntent, message: '', violations: [], context: {} };
  const notices = orderNotices([order('sending', 'en')], [{ ...order('needs-review', 'en'), answer }]);
  expect(notices).toEqual([
    { title: 'The order was stopped', body: 'Nothing was ordered.', path: '/en/waiting' },
  ]);
});

test('nothing is told twice, of what was taken back, and of changes of the cart', () => {
  expect(orderNotices([order('queued')], [order('sending')])).toEqual([]);
  expect(orderNotices([order('confirmed')], [order('confirmed')])).toEqual([]);
  expect(orderNotices([order('queued')], [])).toEqual([]);
  expect(
    orderNotices([{ ...order('sending'), kind: 'addItem' }], [{ ...order('confirmed'), kind: 'addItem' }]),
  ).toEqual([]);
});
