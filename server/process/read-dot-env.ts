import { existsSync, readFileSync } from 'node:fs';
import { StartError } from '#server/errors/start-error.ts';

/** `NAME=value`, the value perhaps in quotes. */
const setting = /^\s*([A-Z_]+)\s*=\s*(.*?)\s*$/;

function linesOf(file: string): string[] {
  if (!existsSync(file)) return [];
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch (error) {
    throw new StartError(
      `The settings in ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'fault'}): make it a file that this user may read, or remove it.`,
    );
  }
}

/** The environment over the lines of `.env`, if there is one in the working folder. */
export function readDotEnv(file = '.env'): Record<string, string | undefined> {
  const pairs = linesOf(file).flatMap((line) => {
    const match = setting.exec(line);
    return match ? [[match[1] ?? '', (match[2] ?? '').replace(/^(['"])(.*)\1$/, '$2')] as const] : [];
  });
  return { ...Object.fromEntries(pairs), ...process.env };
}

const bare = (name: string): string => name.replaceAll(/[^a-z]/gi, '').toUpperCase();

/**
 * What `.env` says that means nothing, in sentences: a misspelt setting would else be the default without a word. Values are not
 * repeated, since they may be secrets.
 * @param known names of the settings
 */
export function oddLines(known: ReadonlySet<string>, file = '.env'): string[] {
  return linesOf(file).flatMap((line, index) => {
    if (/^\s*(?:#|$)/.test(line) || known.has(setting.exec(line)?.[1] ?? '')) return [];
    const [, name] = /^\s*([\w.-]{1,40})\s*=/.exec(line) ?? [];
    if (name === undefined) return [`Line ${index + 1} of ${file} is no setting like NAME=value.`];
    const meant = [...known].find((one) => bare(one) === bare(name));
    return [
      `${name} in ${file} is no setting of the shop${meant === undefined ? '' : `: ${meant} is`}. README.md lists them.`,
    ];
  });
}
