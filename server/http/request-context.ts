/** What every handler knows of its request: channel, locale, who asks and from where (contract 1.2). */
import { header } from '#contract/calls/endpoints.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';

/** The part of a channel that resolving a request needs; kept in memory by the channel directory. */
export interface KnownChannel {
  code: string;
  hostnames: readonly string[];
  isDefault: boolean;
  defaultLocale: string;
  /** Active locales only. */
  locales: readonly { code: string; name: string; path: string }[];
  /** Who sells in it; missing where nobody has said so. */
  seller?: Seller;
}

export interface ChannelDirectory {
  /** Enabled channels; exactly one is the default. */
  channels(): readonly KnownChannel[];
}

/** Who signed in, as the bearer of the call says. */
export interface CallerIdentity {
  customerId: number;
  sessionId: string;
  email: string;
  /** Name of the shopkeeper who acts for them; null: the customer. */
  actor: string | null;
}

export interface RequestContext {
  requestId: string;
  /** Where links of mails lead and payments come back to (server/http/link-origin.ts): never what the client merely says. */
  linkOrigin: string;
  channel: KnownChannel;
  /** Locale actually used for the answer. */
  locale: string;
  /** Address of the client as far as the trusted hop tells it; used for limits only, never logged. */
  clientAddress: string;
  /** Idempotency-Key as sent, not yet checked. */
  idempotencyKey: string | null;
  /** If-Match as sent. */
  ifMatch: string | null;
  /** Bearer token as sent. */
  bearer: string | null;
  /** The customer of the bearer, checked; null for a guest and for calls that nobody needs to be known for. */
  caller: CallerIdentity | null;
  contactId: string | null;
  userKey: string | null;
}

/** Whoever is signed in, for calls that only customers may make. @throws 401 `auth.required` */
export function callerOf({ caller }: Pick<RequestContext, 'caller'>): CallerIdentity {
  if (caller) return caller;
  throw new ApiFailure(401, 'auth.required');
}

const withoutPort = (host: string) => host.replace(/:\d+$/, '').toLowerCase();

/** Channel by code, else by host name, else the default one. An unknown code is an error (contract 1.2). */
export function resolveChannel(directory: ChannelDirectory, host: string, code: string | null): KnownChannel {
  const channels = directory.channels();
  if (code !== null) {
    const named = channels.find((channel) => channel.code === code);
    if (!named) throw new ApiFailure(404, 'channel.not_found');
    return named;
  }
  const name = withoutPort(host);
  const fallback = channels.find((channel) => channel.isDefault) ?? channels[0];
  const found = channels.find((channel) => channel.hostnames.includes(name)) ?? fallback;
  if (!found) throw new ApiFailure(404, 'channel.not_found');
  return found;
}

/** A header of the request by its name; null: it has none. */
export type HeaderOf = (name: string) => string | null;

/** `s-locale`, else Accept-Language, else the channel's default; a locale the channel lacks is never an error. */
export function resolveLocale(channel: KnownChannel, headerOf: HeaderOf): string {
  const asked = [headerOf(header.locale), ...(headerOf('accept-language') ?? '').split(',')];
  for (const one of asked) {
    const code = one?.split(';')[0]?.trim().slice(0, 2).toLowerCase();
    if (code && channel.locales.some((locale) => locale.code === code)) return code;
  }
  return channel.defaultLocale;
}

const printable = /^[\w.:-]{1,64}$/;
/** What the client names its request by, else a name of our own. */
export function readRequestId(headerOf: HeaderOf): string {
  const given = headerOf('x-request-id');
  return given && printable.test(given) ? given : crypto.randomUUID();
}

/** The token of an `Authorization` header; null: none, or of another scheme, whose name has no case (RFC 9110, 11.1). */
const bearerOf = (authorization: string | null): string | null =>
  /^bearer +(.*)$/i.exec(authorization ?? '')?.[1] ?? null;

export function readRequestContext(
  directory: ChannelDirectory,
  request: Request,
  clientAddress: string,
  linkOrigin: string,
): RequestContext {
  const headers = request.headers;
  const channel = resolveChannel(directory, new URL(request.url).host, headers.get(header.channel));
  const headerOf: HeaderOf = (name) => headers.get(name);
  return {
    requestId: readRequestId(headerOf),
    linkOrigin,
    channel,
    locale: resolveLocale(channel, headerOf),
    clientAddress,
    idempotencyKey: headers.get(header.idempotencyKey),
    ifMatch: headers.get('if-match'),
    bearer: bearerOf(headers.get('authorization')),
    caller: null,
    contactId: headers.get(header.contact),
    userKey: headers.get(header.userKey),
  };
}
