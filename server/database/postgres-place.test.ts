import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-place-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = pathToFileURL(path.join(import.meta.dirname, 'postgres-place.ts')).href;

/** A process that makes a hundred data folders, each at the same moment as all others do. */
const maker = (startsAt: number) =>
  new Promise<string>((resolve) => {
    const script = `
      const { makeWritable } = await import(${JSON.stringify(place)});
      for (let round = 0; round < 100; round += 1) {
        while (Date.now() < ${startsAt} + round * 5);
        makeWritable(${JSON.stringify(folder)} + '/' + round + '/data');
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.once('exit', (code) => resolve(code === 0 ? '' : errors));
  });

test('processes that start at the same moment make their data folder together', async () => {
  const startsAt = Date.now() + 1_500;
  expect(await Promise.all([maker(startsAt), maker(startsAt)])).toEqual(['', '']);
});
