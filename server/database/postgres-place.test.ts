import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './open-database.ts';
import { checkPlace, giveDataBack, noteApart, placeFor, removeData, tellApart } from './postgres-place.ts';

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

test('a command for a folder that is not there says so, and leaves none behind', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-mistyped-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // As a folder of shops is: root's own would send its database elsewhere.
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'shpo');
  await expect(openDatabase({ dataDir, role: 'command' })).rejects.toThrow(`There is no shop in ${dataDir}:`);
  expect(readdirSync(folder)).toEqual([]);
});

const isRoot = process.getuid?.() === 0;

describe.runIf(isRoot)('as root', () => {
  /** A folder that others may not walk through, as those of root are, with a database of one file. */
  const closedShop = () => {
    const home = mkdtempSync(path.join(os.tmpdir(), 'arimas-closed-'));
    const dataDir = path.join(home, 'shop');
    mkdirSync(dataDir);
    const place = placeFor(dataDir);
    onTestFinished(() => {
      removeData(dataDir);
      rmSync(home, { recursive: true, force: true });
    });
    return { home, dataDir, place };
  };

  test('a database that lies outside of its folder is told of, with the reason, and in the folder too', () => {
    const { home, dataDir, place } = closedShop();
    const outside = path.dirname(place.data);
    expect(outside.startsWith(dataDir)).toBe(false);
    expect(tellApart(dataDir, place)).toBe(
      `The database lies outside of ${dataDir}, in ${outside}, since ${home} is closed to other users and PostgreSQL does not run as root: copy both, move both.`,
    );
    noteApart(dataDir, place);
    expect(readFileSync(path.join(dataDir, 'database-lies-in'), 'utf8').trim()).toBe(outside);
  });

  test('a folder that was moved without its database begins no empty shop', () => {
    const { home, dataDir, place } = closedShop();
    checkPlace(dataDir, place);
    mkdirSync(place.data);
    noteApart(dataDir, place);
    const moved = path.join(home, 'moved');
    cpSync(dataDir, moved, { recursive: true });
    const there = placeFor(moved);
    onTestFinished(() => removeData(moved));
    expect(() => checkPlace(moved, there)).toThrow(
      `lies in ${path.dirname(place.data)}, as the folder stood elsewhere when it was made. Take it along: cp -a ${place.data} ${there.data}`,
    );
    renameSync(place.data, there.data);
    checkPlace(moved, there);
    // Of a copy whose database was left behind.
    expect(() => checkPlace(dataDir, { ...place, data: `${place.data}-none` })).toThrow(
      /and is not there\. Put its copy into/,
    );
  });

  test('a folder that was opened to others keeps its database, and one that was closed does not lose it', () => {
    const { home, dataDir, place } = closedShop();
    mkdirSync(place.data);
    chmodSync(home, 0o755);
    expect(placeFor(dataDir).data).toBe(place.data);
    const inside = path.join(dataDir, 'postgres', 'data');
    mkdirSync(path.dirname(inside), { recursive: true });
    renameSync(place.data, inside);
    expect(placeFor(dataDir).data).toBe(inside);
    chmodSync(home, 0o700);
    expect(() => checkPlace(dataDir, placeFor(dataDir))).toThrow(`chmod o+x ${home}`);
  });

  test('a copy that root made is given back to the user of the database', () => {
    const { place } = closedShop();
    mkdirSync(path.join(place.data, 'base'), { recursive: true, mode: 0o755 });
    chownSync(place.data, 0, 0);
    giveDataBack(place.data);
    for (const at of [place.data, path.join(place.data, 'base')]) expect(lstatSync(at).uid).toBe(65534);
    expect(lstatSync(place.data).mode & 0o777).toBe(0o700);
    expect(existsSync(place.data)).toBe(true);
  });
});
