import { existsSync, readFileSync } from 'node:fs';

/** The environment over the lines of `.env`, if there is one in the working folder. */
export function readDotEnv(): Record<string, string | undefined> {
  const lines = existsSync('.env') ? readFileSync('.env', 'utf8').split(/\r?\n/) : [];
  const pairs = lines.flatMap((line) => {
    const match = /^\s*([A-Z_]+)\s*=\s*(.*?)\s*$/.exec(line);
    return match ? [[match[1] ?? '', (match[2] ?? '').replace(/^(['"])(.*)\1$/, '$2')] as const] : [];
  });
  return { ...Object.fromEntries(pairs), ...process.env };
}
