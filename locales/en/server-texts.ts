import { errors } from './errors.ts';
import { mails } from './mails.ts';
import { names } from './names.ts';
import { papers } from './papers.ts';

export const texts = { errors, mails, names, papers };
export type ServerTexts = typeof texts;
