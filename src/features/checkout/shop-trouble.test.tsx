// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { setConnectivity, type Connectivity } from '#offline/connection/connectivity.ts';
import { clearShown, show } from '#tests/show.tsx';
import { useShopUnreachable } from './shop-trouble.ts';

afterEach(() => {
  clearShown();
  setConnectivity('online');
});

const noAnswer = () => new ApiError('unreachable', 500, { message: '' });
let error: unknown;
const Box = () => <output>{useShopUnreachable('token', false, error) ? 'silent' : 'well'}</output>;

test('a step that found no answer is no trouble any more once the shop can be reached again, and a new one is', async () => {
  error = noAnswer();
  const { container, settle } = await show(<Box />);
  const said = () => container.textContent;
  const link = async (to: Connectivity) => {
    setConnectivity(to);
    await settle();
  };
  expect(said()).toBe('silent');
  await link('offline');
  expect(said()).toBe('silent');
  await link('online');
  expect(said()).toBe('well');
  error = noAnswer();
  await link('slow');
  clearShown();
  expect((await show(<Box />)).container.textContent).toBe('silent');
});
