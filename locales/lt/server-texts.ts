import type { ServerTexts } from '#locales/en/server-texts.ts';
import { errors } from './errors.ts';

export const texts: ServerTexts = { errors };
