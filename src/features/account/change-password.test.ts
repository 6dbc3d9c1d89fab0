import { expect, test, vi } from 'vitest';
import type { Call, Shop } from '#api/shop.ts';
import { changePassword, passwordSchema } from './change-password.ts';

const body = { currentPassword: 'Slapta-12', newPassword: 'Slapta-13', confirmNewPassword: 'Slapta-13' };

test('R5.36 R8.12 without a loaded customer the change fails with its own text and asks for nothing', async () => {
  const call = vi.fn<() => Promise<undefined>>(() => Promise.resolve(undefined));
  const shop: Shop = {
    locale: 'en',
    localePath: '',
    channel: 'retail',
    newUrls: false,
    call: call as unknown as Call,
    scope: { locale: 'en', channel: 'retail' },
  };
  await expect(changePassword(shop, null, body)).rejects.toThrow('Customer is not defined');
  expect(call).not.toHaveBeenCalled();
  await changePassword(shop, { id: 7 }, body);
  expect(call).toHaveBeenCalledWith('changePassword', expect.objectContaining({ params: { id: 7 }, body }));
});

test('the repeat must be the new password, which has rules; the old one only has to be there', () => {
  const wrong = (given: Partial<typeof body>) =>
    (passwordSchema.safeParse({ ...body, ...given }).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]);
  expect(wrong({})).toEqual([]);
  expect(wrong({ currentPassword: 'x' })).toEqual([]);
  expect(wrong({ currentPassword: '' })).toEqual([['currentPassword', 'required']]);
  expect(wrong({ confirmNewPassword: 'Slapta-14' })).toEqual([['confirmNewPassword', 'same-as']]);
  expect(wrong({ newPassword: 'Slapta', confirmNewPassword: 'Slapta' })).toEqual([['newPassword', 'min:8']]);
  expect(wrong({ newPassword: 'slapta-13', confirmNewPassword: 'slapta-13' })).toEqual([
    ['newPassword', 'format'],
  ]);
});
