import { typedValue } from '#domain/fields/field-rules.ts';

/** Two spellings of one e-mail address share it. */
export const emailKey = (email: string): string => typedValue('email', email.normalize('NFC')).toLowerCase();
