import type { Certificate, CertificateInput } from '#contract/certificates.ts';
import { checkCertificate, typedCertificate } from '#domain/fields/certificate.ts';
import { dayText } from '#server/text/told-table.ts';
import { Form, type Checked } from './checked-fields.ts';

/** A certificate of plant protection that a buyer gives with an order (contract 2.6, 5.7). */
export function checkGivenCertificate(
  given: CertificateInput,
  locale: string,
  now: Date,
): Checked<Certificate> {
  const form = new Form('certificate.', locale);
  for (const [name, error] of Object.entries(checkCertificate(given, dayText(now)))) form.note(name, error);
  return { value: typedCertificate(given), violations: form.violations };
}
