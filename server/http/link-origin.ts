/**
 * Where links in mails lead and payments come back to. Whoever sends a request chooses its Host header, and the mail goes
 * to somebody else: an address is only ever made of what is configured or of what this server listens on (T42).
 */
import type { ChannelDirectory } from './request-context.ts';

export interface KnownHosts {
  directory: ChannelDirectory;
  /** Hosts of CHANNEL_BY_HOST: known also where CHANNEL_CODE gives every host one channel. */
  channelByHost?: Readonly<Record<string, string>>;
}

export interface LinkOriginOptions extends KnownHosts {
  /** The shop's public address; with it nothing of the request counts. */
  publicUrl: string | undefined;
  /** The port that this server listens on; undefined before it does, and in tests without a socket. */
  port: () => number | undefined;
}

/** Whether a channel is known by a host name, as whoever keeps the shop has said. */
const isChannelHost = ({ directory, channelByHost = {} }: KnownHosts, hostname: string): boolean =>
  Object.hasOwn(channelByHost, hostname) ||
  directory.channels().some(({ hostnames }) => hostnames.includes(hostname));

/** Names by which a machine reaches itself, and nobody else does. */
export const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The origin for links of what a request causes, `https://shop.example`: the public address, else the host of the request
 * where a channel is known by it or it is this machine, else this machine.
 */
export function createLinkOrigin({
  publicUrl,
  port,
  ...known
}: LinkOriginOptions): (request: Request) => string {
  return (request) => {
    if (publicUrl !== undefined) return publicUrl;
    const { protocol, hostname, port: asked } = new URL(request.url);
    const own = port();
    const here = `http://${loopback.has(hostname) ? hostname : 'localhost'}${own === undefined || own === 80 ? '' : `:${own}`}`;
    if (loopback.has(hostname) || !isChannelHost(known, hostname)) return here;
    // Another port of a known host may be somebody else's.
    return `${protocol}//${hostname}${asked !== '' && Number(asked) === own ? `:${asked}` : ''}`;
  };
}

/**
 * Whether a buyer may come back to an address from a payment. `linkOrigin` alone would refuse the buyers of a second host
 * where there is a public address; the request's own host says nothing here either.
 */
export function isShopAddress(known: KnownHosts, url: URL, linkOrigin: string): boolean {
  const own = new URL(linkOrigin);
  if (url.origin === own.origin) return true;
  // Another port of a known host may be somebody else's, and nobody is led from https back to http.
  return (
    url.port === '' &&
    (url.protocol === 'https:' || url.protocol === own.protocol) &&
    !loopback.has(url.hostname) &&
    isChannelHost(known, url.hostname)
  );
}
