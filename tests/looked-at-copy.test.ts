import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openShop } from '#server/compose/open-shop.ts';
import { readConfig } from '#server/process/config.ts';
import { createTestDatabase } from '#tests/server/test-database.ts';

test('a copy that is only looked at sends no mail that waits and ends nothing; without the setting it does', async () => {
  const copy = await createTestDatabase();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-copy-'));
  onTestFinished(async () => {
    await copy.drop();
    rmSync(folder, { recursive: true });
  });
  const told: string[] = [];
  const open = (jobs: Record<string, string>) =>
    openShop(
      readConfig({
        ...jobs,
        DATABASE_URL: copy.url,
        DATA_DIR: folder,
        PORT: '0',
        TEST_DOORS: 'on',
        LOG_LEVEL: 'silent',
      }),
      { pages: false, progress: (line) => told.push(line) },
    );
  await copy.pool.query(
    `insert into mail_outbox (kind, recipient, locale, payload, occasion, next_at)
     values ('newsletter_confirmation', 'ona@example.lt', 'lt', '{"origin":"http://localhost","token":"x"}', 'copy', '2026-01-01')`,
  );
  await copy.pool.query(
    `insert into idempotency_key (scope, endpoint, fingerprint, status, keep_until) values ('copy', 'X', 'x', 200, '2026-01-01')`,
  );
  const waits = async () => {
    const { rows } = await copy.pool.query(
      `select (select attempts from mail_outbox where sent_at is null) as tries, (select count(*)::int from idempotency_key) as keys`,
    );
    return rows[0] as unknown;
  };
  const looked = await open({ JOBS: 'off' });
  // Jobs begin a second after the start.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await waits()).toEqual({ tries: 0, keys: 1 });
  expect((await looked.app.request('/readyz')).status).toBe(200);
  await looked.close();
  expect(told.some((line) => line.startsWith('JOBS is off: no mail leaves'))).toBe(true);
  const running = await open({});
  await expect.poll(waits, { timeout: 10_000 }).toEqual({ tries: null, keys: 0 });
  await running.close();
});
