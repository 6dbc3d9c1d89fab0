// @vitest-environment jsdom
import { Plural, Trans } from '@lingui/react/macro';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearShown, setMedia, show } from '#tests/show.tsx';

beforeEach(() => setMedia());
afterEach(clearShown);

test('words of people stand in a sentence as they wrote them, whatever they look like', async () => {
  for (const words of [
    '<b>x</b>',
    '<0>x</0>',
    '<0/>',
    'a < b > c',
    '</0>',
    '<script>alert(1)</script>',
    '<1/>',
    '{0} #',
  ]) {
    const { container } = await show(
      <>
        <h1>
          <Trans>
            Results for <q>{words}</q> here
          </Trans>
        </h1>
        <p>
          <Trans>Only {words}</Trans>
        </p>
        <div>
          <Plural
            value={2}
            one={
              <>
                One <b>{words}</b>
              </>
            }
            other={
              <>
                Many of <b>{words}</b>
              </>
            }
          />
        </div>
      </>,
    );
    const text = (selector: string) => container.querySelector(selector)?.textContent;
    expect([text('h1'), text('q'), text('p'), text('div'), text('div b')]).toEqual([
      `Results for ${words} here`,
      words,
      `Only ${words}`,
      `Many of ${words}`,
      words,
    ]);
    expect(container.querySelectorAll('b, script')).toHaveLength(1);
  }
});
