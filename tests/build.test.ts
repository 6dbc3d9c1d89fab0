import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// `npm test` builds before it tests; these look at what came out.

test('R0.04 the project builds with Vite: shell, manifest and service worker are there', () => {
  for (const file of ['dist/index.html', 'dist/manifest.webmanifest', 'dist/sw.js', 'dist/server/entry-server.js']) {
    expect(existsSync(file)).toBe(true);
  }
  expect(readFileSync('dist/sw.js', 'utf8')).toContain('index.html');
});

test('R0.05 R0.06 unit tests lie in tests/ and journeys in e2e/, which runs on the build with the worker allowed', () => {
  expect(readdirSync('tests').filter((name) => /\.test\.tsx?$/.test(name)).length).toBeGreaterThan(2);
  expect(readdirSync('e2e').filter((name) => name.endsWith('.e2e.ts')).length).toBeGreaterThan(2);
  const settings = readFileSync('playwright.config.ts', 'utf8');
  expect(settings).not.toContain("serviceWorkers: 'block'");
  expect(readFileSync('e2e/shop-fixture.ts', 'utf8')).toContain("'server/main.ts'");
});

test('each screen is a script of its own', () => {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, { file: string; isDynamicEntry?: boolean }>;
  const screens = Object.entries(manifest).filter(([name, chunk]) => name.startsWith('src/routes/') && chunk.isDynamicEntry);
  expect(screens.length).toBeGreaterThanOrEqual(9);
});

test('the built page carries no inline script but the one whose hash its policy names', () => {
  const html = readFileSync('dist/index.html', 'utf8');
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)];
  expect(inline.length).toBe(1);
  expect(html).not.toMatch(/\son\w+=/);
});
