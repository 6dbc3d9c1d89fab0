import { existsSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const noted = (name: string): string | undefined => {
  const note = `node_modules/${name}`;
  return existsSync(note) ? readFileSync(note, 'utf8') : undefined;
};

/** Path of the browser that was found for the tests (tests/find-browser.mjs). */
export const browserPath = (): string =>
  process.env['CHROMIUM_PATH'] ?? noted('.arimas-browser') ?? chromium.executablePath();

/** The same without a window where there is one, for what is tried hundreds of times. */
export const shellPath = (): string =>
  process.env['CHROMIUM_PATH'] ?? noted('.arimas-browser-shell') ?? browserPath();

/** Chromium lays pages out as ever, but fetches and draws no pictures. */
export const withoutPictures = '--blink-settings=imagesEnabled=false';

/**
 * V8 without its optimising compilers. Pages of the tests live for seconds: what the compiling costs comes back to none (304 s of
 * processor for 21 journeys with it, 242 s without; measured without the cheap compiler too).
 */
export const withoutOptimising = '--js-flags=--no-maglev --no-opt';
