import { defineConfig, devices } from '@playwright/test';
import { shellPath, withoutOptimising, withoutPictures } from '#tests/test-browser.ts';

/**
 * Each worker has a shop and a database of its own (e2e/shop-fixture.ts). A journey waits a third of its time (for an idle
 * moment, a time limit, a hung request): three of them keep two cores busy (a fourth made 57 journeys take 118 s in place of 110). Pictures are a third of a browser's work: they are
 * fetched where they are the matter (`testWithPictures`).
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  workers: 3,
  // What must be quick is measured by the benches; here a loaded machine is waited for.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // On a machine that others load too a page may miss its time; a second try is counted and named in the summary.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  use: {
    launchOptions: {
      executablePath: shellPath(),
      chromiumSandbox: false,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--no-default-browser-check',
        withoutOptimising,
        ...(process.env['PICTURES'] ? [] : [withoutPictures]),
      ],
    },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  projects: [
    {
      name: 'desktop',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1280, height: 800 },
        // Pictures for the documents (e2e/picture.ts).
        ...(process.env['PICTURES'] ? { deviceScaleFactor: 2 } : {}),
      },
    },
  ],
});
