import { errors } from './errors.ts';

export const texts = { errors };
export type ServerTexts = typeof texts;
