/**
 * Settings from the environment, read and checked once at start. A bad value stops the start with one line that
 * names the setting and what it should be. README and .env.example list them; a test keeps the three equal.
 */
import path from 'node:path';
import { catalogueLocales, defaultLocale, isLocale, type Locale } from '#contract/locale.ts';
import { StartError } from '#server/errors/start-error.ts';

export interface Config {
  /** TCP port, default 3000; 0 lets the system choose. */
  port: number;
  /** Address to listen on, default 127.0.0.1 and ::1 through `localhost`. */
  host: string;
  /** Folder of the embedded database, pictures and mails. */
  dataDir: string;
  /** Any PostgreSQL in place of the embedded one. */
  databaseUrl: string | undefined;
  /** Connections that one process opens to the database. */
  databaseConnections: number;
  /** ms that one statement of a call may take. */
  databaseTimeout: number;
  /** Base address of a backend of the contract; undefined = the embedded Shop API. */
  apiUrl: string | undefined;
  embeddedApi: boolean;
  /** `smtp://user:password@host:port`; undefined = mails are written to DATA_DIR/mail. */
  smtpUrl: string | undefined;
  /** Sender of mails; undefined = the seller of the channel, of the default one for letters of accounts and newsletters. */
  mailFrom: string | undefined;
  /** Host name to channel code, laid over the host names in the database. */
  channelByHost: Readonly<Record<string, string>>;
  /** Channel that every host gets, if set (R1.44). */
  channelCode: string | undefined;
  /** Locales that are active, default lt only (R1.40). */
  activeLocales: readonly Locale[];
  /** Product addresses end with the code in place of the id (R2.13). */
  newUrls: boolean;
  /** Public address, for canonical links and mails; default http://localhost:PORT. */
  publicUrl: string | undefined;
  /** So many hops in front write X-Forwarded-For and -Proto that can be believed; 0: none. */
  trustProxy: number;
  /** An empty database is filled with the demo goods; without them the shop opens empty. */
  demoData: boolean;
  /** Goods that a feed calls in stock without a number: sold uncounted, or only asked for. */
  feedUncounted: 'sell' | 'request';
  /** Who shows it may read /metrics from anywhere; without one only this machine may. */
  metricsToken: string | undefined;
  /** Multiplies every rate limit; tests raise it. */
  rateLimitFactor: number;
  /** Whether the sandbox bank is there; undefined = while the shop holds the demo goods. */
  paymentSandbox: boolean | undefined;
  /** Serves GET /dev/mails and other test doors; never in production. */
  testDoors: boolean;
  /** Mails leave, unpaid orders lapse and prices change by themselves; without it only `run-due` does it. */
  jobs: boolean;
  /** Seconds after SIGTERM that `/readyz` says 503 while everything is still answered. */
  drainSeconds: number;
  logLevel: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

function refuse(name: string, should: string): never {
  throw new StartError(`${name} should be ${should}.`);
}

function wholeNumber(env: Environment, name: string, fallback: number, most: number, least = 0): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    refuse(name, `a whole number from ${least} to ${most}, not "${text}"`);
  return value;
}

function flag(env: Environment, name: string, fallback: boolean): boolean {
  const text = env[name]?.trim().toLowerCase();
  if (!text) return fallback;
  if (['1', 'true', 'on', 'yes'].includes(text)) return true;
  if (['0', 'false', 'off', 'no'].includes(text)) return false;
  return refuse(name, `on or off, not "${text}"`);
}

/** `on` is one hop; with a CDN in front of a proxy there are two. */
function hops(env: Environment): number {
  const text = env['TRUST_PROXY']?.trim().toLowerCase() ?? '';
  if (/^[1-9]$/.test(text)) return Number(text);
  if (['0', '1', 'on', 'off', 'true', 'false', 'yes', 'no', ''].includes(text))
    return flag(env, 'TRUST_PROXY', false) ? 1 : 0;
  return refuse('TRUST_PROXY', `on, off or the number of hops in front, not "${text}"`);
}

function address(env: Environment, name: string, protocols: readonly string[]): string | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !protocols.includes(url.protocol)) {
    // The value may hold a password: it is not repeated.
    refuse(name, `an address like ${protocols[0]}//host`);
  }
  return text.replace(/\/+$/, '');
}

/** Every page lies at the root of its host: what comes behind the host would lead mails, payments and search engines nowhere. */
function publicOrigin(env: Environment): string | undefined {
  const text = address(env, 'PUBLIC_URL', ['http:', 'https:']);
  if (text === undefined) return undefined;
  const { origin, pathname, search, hash, username } = new URL(text);
  if (pathname + search + hash + username !== '/')
    refuse('PUBLIC_URL', `an address with nothing but the host, like ${origin}`);
  return text;
}

/** `Shop <orders@shop.example>` or the address alone. */
function sender(env: Environment): string | undefined {
  const text = env['MAIL_FROM']?.trim();
  if (!text) return undefined;
  if (!/^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@,]+@[^\s<>@,]+)$/.test(text))
    refuse('MAIL_FROM', `an address like Shop <orders@shop.example>, not "${text}"`);
  return text;
}

function channelMap(env: Environment): Record<string, string> {
  const text = env['CHANNEL_BY_HOST']?.trim();
  if (!text) return {};
  const entries = text.split(',').map((pair) =>
    pair
      .trim()
      .split('=')
      .map((part) => part.trim()),
  );
  if (!entries.every(([host, code]) => host && code && /^[\w.-]+$/.test(code) && /^[\w.-]+$/.test(host))) {
    refuse('CHANNEL_BY_HOST', 'pairs like shop.example=retail,farm.example=business');
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

function locales(env: Environment): Locale[] {
  const given = (env['ACTIVE_LOCALES']?.trim() || defaultLocale)
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  if (given.length === 0 || !given.every(isLocale))
    return refuse('ACTIVE_LOCALES', `some of ${catalogueLocales.join(', ')}, separated by commas`);
  return [...new Set(given)];
}

/** @throws StartError naming the setting; `API URL is undefined` without any API (R4.92, R8.11). */
export function readConfig(env: Environment): Config {
  const embeddedApi = flag(env, 'EMBEDDED_API', true);
  const apiUrl = address(env, 'API_URL', ['http:', 'https:']);
  if (!embeddedApi && !apiUrl)
    throw new StartError(
      'API URL is undefined: where EMBEDDED_API is off, API_URL should be the address of a backend.',
    );
  const testDoors = flag(env, 'TEST_DOORS', false);
  const { NODE_ENV: around } = env;
  if (testDoors && around === 'production')
    refuse('TEST_DOORS', 'off where NODE_ENV is production: it lets anybody read the mails of the shop');
  const factor = Number(env['RATE_LIMIT_FACTOR']?.trim() || '1');
  if (!(factor > 0)) refuse('RATE_LIMIT_FACTOR', 'a number above 0');
  const logLevel = env['LOG_LEVEL']?.trim() || 'info';
  const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
  if (!levels.includes(logLevel)) refuse('LOG_LEVEL', `one of ${levels.join(', ')}`);
  const uncounted = env['FEED_UNCOUNTED']?.trim() || 'sell';
  if (uncounted !== 'sell' && uncounted !== 'request') refuse('FEED_UNCOUNTED', 'sell or request');
  return {
    port: wholeNumber(env, 'PORT', 3000, 65535),
    host: env['HOST']?.trim() || 'localhost',
    dataDir: path.resolve(env['DATA_DIR']?.trim() || '.data'),
    databaseUrl: address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    // One for a call, one for what is written beside its transaction (tries of codes), one for the jobs.
    databaseConnections: wholeNumber(env, 'DATABASE_CONNECTIONS', 10, 200, 3),
    databaseTimeout: wholeNumber(env, 'DATABASE_TIMEOUT', 10, 600) * 1000,
    apiUrl,
    embeddedApi: apiUrl === undefined && embeddedApi,
    smtpUrl: address(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: sender(env),
    channelByHost: channelMap(env),
    channelCode: env['CHANNEL_CODE']?.trim() || undefined,
    activeLocales: locales(env),
    newUrls: flag(env, 'NEW_URLS', false),
    publicUrl: publicOrigin(env),
    trustProxy: hops(env),
    demoData: flag(env, 'DEMO_DATA', true),
    feedUncounted: uncounted,
    metricsToken: env['METRICS_TOKEN']?.trim() || undefined,
    rateLimitFactor: factor,
    paymentSandbox: env['PAYMENT_SANDBOX']?.trim() ? flag(env, 'PAYMENT_SANDBOX', false) : undefined,
    testDoors,
    jobs: flag(env, 'JOBS', true),
    drainSeconds: wholeNumber(env, 'DRAIN_SECONDS', 0, 600),
    logLevel,
  };
}

/** Where this machine finds the shop. One that listens on every network is found as localhost, which browsers trust. */
export function ownAddress({ host }: Pick<Config, 'host'>, port: number): string {
  const found = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${found.includes(':') ? `[${found}]` : found}:${port}`;
}

/** Names of all settings: those that are asked for when they are read. */
export function settingNames(): ReadonlySet<string> {
  const asked = new Set<string>();
  const empty = new Proxy<Environment>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(empty);
  return asked;
}
