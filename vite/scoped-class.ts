import { createHash } from 'node:crypto';

/**
 * A class of a style sheet of a part, as it stands in pages, scripts and styles: its own name, and which sheet it is of. The bundler's own
 * names also say the line, which is no use here and different in every rule.
 */
export const scopedClass = (name: string, _file: string, sheet: string): string =>
  `${name}_${createHash('sha256').update(sheet).digest('base64url').slice(0, 4)}`;
