/**
 * Structured logs without personal data: routes by their pattern, never the raw path, since tokens stand in paths
 * (docs/security.md, T7).
 */
import pino from 'pino';

export type Log = pino.Logger;

export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

/** A path with everything that could be a secret or a person left out: `/orders/:token`. */
export function pathPattern(pathname: string): string {
  return pathname
    .split('/')
    .map((part) =>
      /^[A-Za-z0-9_-]{16,}$/.test(part) && /\d|[A-Z_]/.test(part)
        ? ':token'
        : /^\d+$/.test(part)
          ? ':id'
          : part,
    )
    .join('/')
    .slice(0, 120);
}
