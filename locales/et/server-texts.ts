import type { ServerTexts } from '#locales/en/server-texts.ts';
import { errors } from './errors.ts';
import { mails } from './mails.ts';

export const texts: ServerTexts = { errors, mails };
