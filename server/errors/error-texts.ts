import type { ServerTexts } from '#locales/en/server-texts.ts';
import { textsIn } from '#locales/server-texts.ts';

/** Codes that a failure may have: each has its sentence, but for what is not found, which share one. */
export type ErrorCode = keyof ServerTexts['errors'] | `${string}.not_found`;

/** The sentence of `errorCode` in `locale` with `{name}` filled from `values`; not-found codes share one text. */
export function errorText(
  errorCode: ErrorCode,
  locale: string,
  values: Record<string, string | number> = {},
): string {
  const { errors } = textsIn(locale);
  const known: Readonly<Record<string, string>> = errors;
  const text =
    known[errorCode] ?? (errorCode.endsWith('.not_found') ? errors.not_found : errors['server.error']);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
