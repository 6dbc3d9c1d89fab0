import { existsSync, readFileSync } from 'node:fs';
import { chromium, type LaunchOptions } from '@playwright/test';

const note = 'node_modules/.arimas-browser';

/** Path of the browser that the tests use. */
export const browserPath = (): string =>
  process.env['CHROMIUM_PATH'] ?? (existsSync(note) ? readFileSync(note, 'utf8') : chromium.executablePath());

export const browserOptions = (): LaunchOptions => ({
  executablePath: browserPath(),
  chromiumSandbox: false,
  args: ['--disable-background-networking', '--disable-component-update', '--no-default-browser-check'],
});
