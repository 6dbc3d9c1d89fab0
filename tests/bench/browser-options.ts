import type { LaunchOptions } from '@playwright/test';
import { browserPath } from '#tests/test-browser.ts';

export const browserOptions = (): LaunchOptions => ({
  executablePath: browserPath(),
  chromiumSandbox: false,
  args: ['--disable-background-networking', '--disable-component-update', '--no-default-browser-check'],
});
