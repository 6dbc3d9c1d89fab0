import { expect, test } from 'vitest';
import { catalogueLocales } from '#contract/locale.ts';
import { readPdfText } from '#tests/server/read-pdf-text.ts';
import { writeGiftCards } from './gift-card-paper.ts';

test('the day until which a card is valid ends its sentence with one full stop in every language', async () => {
  for (const locale of catalogueLocales) {
    const pdf = await writeGiftCards({
      cards: [{ code: 'ABCD-1234', amount: 1000, endsAt: new Date('2027-11-29T12:00:00Z') }],
      recipientName: 'Ona',
      balanceUrl: 'http://localhost/b',
      seller: 'UAB',
      locale,
    });
    const words = readPdfText(pdf).join('\n');
    expect(words).toContain('2027');
    expect(words).not.toContain('..');
  }
});

test('T37 a printed card holds no link of who bought it, and its wish in the lines that it was written in', async () => {
  const link = 'http://evil.example/p';
  const pdf = await writeGiftCards({
    cards: [{ code: 'ABCD-1234', amount: 1000, endsAt: new Date('2027-11-29T12:00:00Z') }],
    recipientName: link,
    senderName: `a@evil.example`,
    message: `Su gimtadieniu!\nwww.evil.example\n${link}`,
    balanceUrl: 'http://localhost/b',
    seller: 'UAB',
    locale: 'lt',
  });
  const lines = readPdfText(pdf).map((line) => line.trim());
  expect(lines.join(' ')).not.toMatch(/evil\.\S|www\.\S|\S@|:\/\/e/);
  expect(lines).toContain('Su gimtadieniu!');
  expect(lines.join(' ')).toContain('http://localhost/b');
});
