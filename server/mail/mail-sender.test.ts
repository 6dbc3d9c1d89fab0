import { expect, test } from 'vitest';
import { openTestShop } from '#tests/server/test-shop.ts';
import { channelsWithoutSender } from './mail-outbox.ts';

test('channels whose mails have no sender are known at the start', async () => {
  const shop = await openTestShop();
  try {
    const { db } = shop.orders.mail;
    expect(await channelsWithoutSender(db, undefined)).toEqual([]);
    await shop.database.pool.query("update channel set seller = null where code = 'retail'");
    expect(await channelsWithoutSender(db, undefined)).toEqual(['retail']);
    expect(await channelsWithoutSender(db, 'orders@shop.example')).toEqual([]);
  } finally {
    await shop.close();
  }
}, 60_000);
