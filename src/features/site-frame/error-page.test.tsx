// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { ErrorPage } from './error-page.tsx';

beforeEach(() => {
  setMedia();
});
afterEach(clearShown);

test('R2.129 R2.132 R8.08 a 404 shows its code, title, sentence and the way home', async () => {
  const { container } = await show(<ErrorPage status={404} />);
  expect(container.querySelector('p')?.textContent).toBe('404');
  expect(container.querySelector('h1')?.textContent).toBe('This page could not be found');
  expect(container.querySelectorAll('p')).toHaveLength(2);
  const home = container.querySelector('a');
  expect(home?.textContent).toBe('Back to homepage');
  expect(home?.getAttribute('href')).toBe('/');
});

test('R2.133 any other status shows its own code with the text of a server fault', async () => {
  const { container } = await show(<ErrorPage status={503} />);
  expect(container.querySelector('p')?.textContent).toBe('503');
  expect(container.querySelector('h1')?.textContent).toBe('Internal server error');
});

test('R8.09 another status shows the message of the failure too', async () => {
  const { container } = await show(<ErrorPage status={503} message="Busy" />);
  expect(container.querySelector('p')?.textContent).toBe('503');
  expect(container.textContent).toContain('Busy');
  expect((await show(<ErrorPage status={404} message="Busy" />)).container.textContent).not.toContain('Busy');
});

test('R2.134 without a status it is 500', async () => {
  const { container } = await show(<ErrorPage />);
  expect(container.querySelector('p')?.textContent).toBe('500');
});

test('R2.135 when the error page itself fails, plain words and a link home are left', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('broken');
  };
  const { container } = await show(
    <ErrorPage status={404}>
      <Broken />
    </ErrorPage>,
  );
  expect(container.textContent).toContain('something went wrong');
  expect(container.querySelector('a')?.getAttribute('href')).toBe('/');
});
