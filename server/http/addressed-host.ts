/**
 * For which host a request is (RFC 9112, 3.2.2; RFC 9110, 7.4): what is kept under a host's name must be made for it.
 */
import { ApiFailure } from '#server/errors/api-failure.ts';

/** A name or an address with a port, and nothing that an address would read as something else. */
const hostForm = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** The origin that a Host header names, `http://shop.example`; null for what is no host. */
export function originOfHost(host: string, protocol = 'http:'): string | null {
  return hostForm.test(host) ? (URL.parse(`${protocol}//${host}`)?.origin ?? null) : null;
}

/**
 * Refuses a request whose target names another host than its Host header: it would be looked up under the one and
 * answered for the other.
 * @throws ApiFailure 400 `host.invalid`, 421 `host.misdirected`
 */
export function checkAddressedHost(request: Request): void {
  const host = request.headers.get('host');
  if (host === null) return;
  const { protocol, origin } = new URL(request.url);
  const named = originOfHost(host, protocol);
  if (named === null) throw new ApiFailure(400, 'host.invalid');
  if (named !== origin) throw new ApiFailure(421, 'host.misdirected');
}
