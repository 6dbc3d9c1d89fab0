// @vitest-environment jsdom
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { hideToast, showToast } from '#ui/toast-state.ts';
import { LinkStrip } from './link-strip.tsx';

beforeEach(() => setMedia());
afterEach(() => {
  clearShown();
  hideToast();
});

function Page() {
  const [isSlow, setSlow] = useState(true);
  return (
    <>
      <LiveRegion />
      <Toaster />
      {isSlow && <LinkStrip connectivity="slow" />}
      <button type="button" id="back" onClick={() => setSlow(false)}>
        Back
      </button>
    </>
  );
}

test.each([
  ['alone', null, 'The connection is back.'],
  ['behind a warning that still stands', 'Not all is back.', 'Not all is back. The connection is back.'],
])('WCAG 4.1.3 that the connection is back is spoken %s', async (_, warning, spoken) => {
  const { container, click } = await show(<Page />);
  if (warning !== null) showToast(warning, 'error');
  await click(container.querySelector('#back'));
  expect(container.querySelector('[role="status"]')?.textContent).toBe(spoken);
  expect(container.querySelector('[role="region"] p')?.textContent).toBe(warning ?? undefined);
});
