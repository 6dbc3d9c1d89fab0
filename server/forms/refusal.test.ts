import { expect, test } from 'vitest';
import { invalidFields, violationOf } from './refusal.ts';

test('a form that a rule of the shop refuses says the sentence of the rule, with its numbers', () => {
  const amount = violationOf('giftCard.amount', 'gift_card.amount_range', 'en', { min: 5, max: 500 });
  const { errorCode, options } = invalidFields([amount], 'form.invalid');
  expect([errorCode, options.detail]).toEqual([
    'gift_card.amount_range',
    'A gift card can be worth from 5 to 500 euros, without cents.',
  ]);
  const blank = {
    propertyPath: 'recipientName',
    message: 'This value should not be blank.',
    code: 'required',
  };
  expect(invalidFields([blank], 'form.invalid')).toMatchObject({ errorCode: 'form.invalid' });
});
