// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeTokens } from '#api/session-tokens.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { KeptCertificate } from './kept-certificate.tsx';

beforeEach(() => {
  setMedia();
  writeTokens({ token: `h.${btoa(JSON.stringify({ sub: '5' }))}.s`, refreshToken: 'r' });
});
afterEach(() => {
  clearShown();
  localStorage.clear();
});

const person = { id: 5, email: 'ona@example.lt', consents: {}, user: { verified: true }, loyaltyRules: [] };
const certificate = { number: 'AB-123', holder: 'Ona Žemaitė', validUntil: '2039-12-31', state: 'accepted' };

async function open(kept: unknown) {
  const asked: unknown[] = [];
  const page = await show(<KeptCertificate />, {
    answers: {
      customer: () => ({ data: [{ ...person, certificate: kept }], meta: {} }),
      updateCustomer: ({ body, params }) => {
        asked.push({ body, params });
        return person;
      },
    },
  });
  await page.settle();
  const press = (name: string) =>
    page.click([...document.querySelectorAll('button')].findLast((one) => one.textContent?.trim() === name));
  return { ...page, asked, press };
}

test('what an account keeps of a certificate is shown to its owner, and goes once that is confirmed', async () => {
  const page = await open(certificate);
  for (const said of ['AB-123', 'Ona Žemaitė', 'Valid until 31 Dec 2039', 'We have seen it.'])
    expect(page.container.textContent).toContain(said);
  await page.press('Remove the certificate…');
  expect(page.asked).toEqual([]);
  await page.press('Remove it');
  await page.settle();
  expect(page.asked).toEqual([{ body: { certificate: null }, params: { id: 5 } }]);
  expect(page.container.textContent).toBe('');
});

test('an account without one says nothing of certificates', async () => {
  expect((await open(undefined)).container.textContent).toBe('');
});
