/**
 * Structured logs without personal data: routes by their pattern, never the raw path, since tokens stand in paths
 * (docs/security.md, T7).
 */
import { hostname } from 'node:os';
import pino from 'pino';
import { endpoints } from '#contract/calls/endpoints.ts';

export type Log = pino.Logger;

/**
 * A server of mails repeats the address that it refuses, a database the value. Domains may have letters of any language;
 * a folder of packages, `/@scope/`, is no address.
 */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(/[^\s<>"'(),;:=@/]+@[^\s<>"'(),;:@/]+/g, '…@…');

/** One shape for what went wrong, whoever tells it. */
const faultOf = (error: unknown) =>
  error instanceof Error
    ? {
        name: error.name,
        message: withoutAddresses(error.message),
        stack: withoutAddresses(error.stack ?? ''),
      }
    : { name: 'Error', message: withoutAddresses(String(error)) };

/**
 * @param process what it is that speaks: several processes of a shop write into one stream of lines
 * @param destination 2: standard error
 */
export function createLog(
  level: string,
  process: 'shop' | 'command' = 'shop',
  destination: pino.DestinationStream | 2 = pino.destination(1),
): Log {
  return pino(
    {
      level,
      base: { process, pid: globalThis.process.pid, host: hostname() },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: faultOf },
    },
    destination === 2 ? pino.destination({ dest: 2, sync: true }) : destination,
  );
}

/** Behind these of an order stands a code that is worth money: all that are called by one. */
const codedParts = new Set(
  Object.values(endpoints).flatMap(({ path }) => /\/orders\/:token\/([^/]+)\/:code$/.exec(path)?.[1] ?? []),
);

/** A path with everything that could be a secret, money or a person left out: `/orders/:token`, `/gift-cards/:code`. */
export function pathPattern(pathname: string): string {
  return pathname
    .split('/')
    .map((part, at, parts) =>
      codedParts.has(parts[at - 1] ?? '')
        ? ':code'
        : /^[A-Za-z0-9_-]{16,}$/.test(part) && /\d|[A-Z_]/.test(part)
          ? ':token'
          : /^\d+$/.test(part)
            ? ':id'
            : part,
    )
    .join('/')
    .slice(0, 120);
}
