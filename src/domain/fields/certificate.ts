/** A certificate of plant protection, field by field (contract 2.6, 5.7). */
import type { CertificateInput } from '#contract/certificates.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { checkField, isDay, typedValue, type FieldError } from './field-rules.ts';
import { typedText } from './typed-text.ts';

/** Years ahead that a certificate may reach: longer ones are a slip of the hand. */
const longest = 20;

/**
 * Its last day, `YYYY-MM-DD`: one that ends today counts through today.
 * @param today the same form, by the calendar of the shop
 */
export function checkLastDay(value: string, today: string): FieldError | null {
  const text = typedText(value);
  if (text === '') return { kind: 'required', message: 'required' };
  const latest = `${String(Number(today.slice(0, 4)) + longest)}${today.slice(4)}`;
  if (!isDay(text) || text > latest) return { kind: 'format', message: 'format' };
  return text >= today ? null : { kind: 'format', message: 'day-over' };
}

/** What is wrong with each field; null where nothing is. */
export const checkCertificate = (
  given: CertificateInput,
  today: string,
): Record<keyof CertificateInput, FieldError | null> => ({
  number: checkField('certificateNumber', given.number, { required: true }),
  holder: checkField('certificateHolder', given.holder, { required: true }),
  validUntil: checkLastDay(given.validUntil, today),
});

/** Whether an order with these lines needs one. */
export const asksCertificate = (
  items: readonly { variant: { product: Pick<OrderItem['variant']['product'], 'professionalUse'> } }[],
): boolean => items.some(({ variant }) => variant.product.professionalUse === true);

/** As it is kept. */
export const typedCertificate = (given: CertificateInput): CertificateInput => ({
  number: typedValue('certificateNumber', given.number),
  holder: typedValue('certificateHolder', given.holder),
  validUntil: typedText(given.validUntil),
});
