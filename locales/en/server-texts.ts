import { errors } from './errors.ts';
import { mails } from './mails.ts';

export const texts = { errors, mails };
export type ServerTexts = typeof texts;
