/**
 * Menus lead from one shop to the other by an address of this machine alone (`http://b2b.localhost/`), as long as nobody has
 * said where customers find it. Elsewhere it is a dead link.
 */
import { loopback } from '#server/http/link-origin.ts';
import type { Config } from '#server/process/config.ts';
import type { ChannelDirectory } from '#server/http/request-context.ts';

/** Where a link of a menu leads customers, or undefined where it leads them nowhere. */
export type OutsideLink = (link: string) => string | undefined;

const isOfThisMachine = (hostname: string): boolean =>
  loopback.has(hostname) || hostname.endsWith('.localhost');

export function createOutsideLink(
  { host, port, publicUrl, trustProxy }: Pick<Config, 'host' | 'port' | 'publicUrl' | 'trustProxy'>,
  directory: ChannelDirectory,
): OutsideLink {
  const scheme = publicUrl?.startsWith('https:') === true || trustProxy > 0 ? 'https' : 'http';
  const isLocal = isOfThisMachine(host) && publicUrl === undefined && trustProxy === 0;
  return (link) => {
    if (!URL.canParse(link)) return link;
    const url = new URL(link);
    if (!isOfThisMachine(url.hostname)) return link;
    const channel = directory.channels().find(({ hostnames }) => hostnames.includes(url.hostname));
    const outside = channel?.hostnames.find((hostname) => !isOfThisMachine(hostname));
    if (outside !== undefined) return `${scheme}://${outside}${url.pathname}${url.search}`;
    if (!channel || !isLocal) return undefined;
    // What the system chooses is not known yet.
    if (port > 0) url.port = String(port);
    return url.href;
  };
}
