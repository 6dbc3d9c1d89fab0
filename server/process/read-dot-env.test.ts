import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { settingNames } from './config.ts';
import { oddLines, readDotEnv } from './read-dot-env.ts';

const written = (text: string): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'env');
  writeFileSync(file, text);
  return file;
};

test('a name that is no setting is told, with the one that was meant, and never its value', () => {
  const file = written(
    '\uFEFF# Mine\n\nPORT=3001\n METRICS_TOKEN = "secret"\nDATADIR=/x\nCOLOUR=secret\nexport HOST=secret\ndata_dir=/y\n',
  );
  expect(oddLines(settingNames(), file)).toEqual([
    `DATADIR in ${file} is no setting of the shop: DATA_DIR is. README.md lists them.`,
    `COLOUR in ${file} is no setting of the shop. README.md lists them.`,
    `Line 7 of ${file} is no setting like NAME=value.`,
    `data_dir in ${file} is no setting of the shop: DATA_DIR is. README.md lists them.`,
  ]);
  expect(readDotEnv(file)).toMatchObject({ PORT: '3001', METRICS_TOKEN: 'secret' });
  expect(oddLines(settingNames(), path.join(path.dirname(file), 'none'))).toEqual([]);
});

test('a file that cannot be read stops the start with one line that names it', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const read of [() => readDotEnv(folder), () => oddLines(settingNames(), folder)])
    expect(read).toThrow(
      expect.objectContaining({
        name: 'StartError',
        message: `The settings in ${folder} cannot be read (EISDIR): make it a file that this user may read, or remove it.`,
      }),
    );
});

test('the example that is copied to begin with holds settings alone', () => {
  expect(oddLines(settingNames(), '.env.example')).toEqual([]);
});
