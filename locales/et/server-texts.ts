import type { ServerTexts } from '#locales/en/server-texts.ts';
import { errors } from './errors.ts';
import { mails } from './mails.ts';
import { names } from './names.ts';
import { papers } from './papers.ts';

export const texts: ServerTexts = { errors, mails, names, papers };
