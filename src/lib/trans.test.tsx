// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { Trans } from './trans.tsx';

beforeEach(() => setMedia());
afterEach(clearShown);

/** What the macro makes of `<Trans>Results for <q>{words}</q>, only {words}</Trans>`. */
function Sentence({ words }: { words: string }) {
  const message = 'Results for <0>{words}</0>, only {words}';
  return <Trans id={message} message={message} values={{ words }} components={{ 0: <q /> }} />;
}

test.each([
  '<b>x</b>',
  '<0>x</0>',
  '<0/>',
  'a < b > c',
  '</0>',
  '<script>alert(1)</script>',
  '<1/>',
  '{0} #',
])('the words %s stand in a sentence as somebody wrote them', async (words) => {
  const { container } = await show(<Sentence words={words} />);
  expect(container.textContent).toBe(`Results for ${words}, only ${words}`);
  expect(container.querySelector('q')?.textContent).toBe(words);
  expect(container.querySelectorAll('b, script')).toHaveLength(0);
});

test('every sentence with markup goes through this component', async () => {
  const { default: config } = await import('../../lingui.config.ts');
  expect(config.runtimeConfigModule).toEqual({ Trans: ['#lib/trans.tsx', 'Trans'] });
});
