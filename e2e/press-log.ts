/** What a person did on the pages of a journey: told when it fails, since a press that was lost leaves nothing on the screen. */
import type { BrowserContext, TestInfo } from '@playwright/test';

/** One event of a pointer, as the page had it before anybody else heard of it. */
interface Press {
  type: string;
  on: string;
  /** ms since the page began: when the browser made it, and when the page heard it. */
  made: number;
  heard: number;
  /** Whether React hears events of the element (src/ui/hydration/hydration-probe.tsx). */
  isHydrated: boolean;
  /** Whether somebody kept it for later (src/ui/hydration/pre-hydration-events.ts). */
  isPrevented?: boolean;
}

const most = 40;

/** Notes presses from a page's first moment on. */
export const notePresses = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((limit) => {
    const noted: Press[] = [];
    Object.assign(window, { presses: noted });
    for (const type of ['pointerdown', 'pointerup', 'click'])
      addEventListener(
        type,
        (event) => {
          const target = event.target instanceof Element ? event.target : null;
          const button = target?.closest('button, a, label, input') ?? target;
          const press: Press = {
            type,
            on: `${button?.localName ?? ''} ${(button?.getAttribute('aria-label') ?? button?.textContent ?? '').slice(0, 40)}`,
            made: Math.round(event.timeStamp),
            heard: Math.round(performance.now()),
            isHydrated: button?.dispatchEvent(new Event('emptied', { cancelable: true })) === false,
          };
          noted.push(press);
          if (noted.length > limit) noted.shift();
          setTimeout(() => {
            press.isPrevented = event.defaultPrevented;
          });
        },
        { capture: true },
      );
  }, most);

/** Puts them into the report of a journey that failed. */
export async function tellPresses(context: BrowserContext, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus) return;
  for (const page of context.pages()) {
    const presses = await page
      .evaluate(() => (window as unknown as { presses?: Press[] }).presses)
      // A page that is gone, or whose network is.
      .catch(() => undefined);
    if (presses === undefined || presses.length === 0) continue;
    console.log(`Pressed on ${new URL(page.url()).pathname} in "${info.title}":`);
    for (const press of presses) console.log(`  ${JSON.stringify(press)}`);
  }
}
