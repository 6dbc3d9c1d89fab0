/** Which navigations the shell answers, and where it sends those that came by another spelling. Plain rules. */
import { settledPath } from '#contract/settled-address.ts';

/** Paths that the server alone answers: calls, files, documents, the sandbox bank, its doors for machines. */
const ofTheServer = [
  /^\/(api|images|media|assets)\//,
  /^\/sandbox-bank/,
  /^\/(healthz|readyz|metrics|dev)(\/|$)/,
  /\/[^/]+\.[a-z0-9]{2,12}$/i,
];

/** The path alone decides: what stands in the query is people's own, such as a price or the mark of a campaign. */
export const isShellAddress = ({ pathname }: URL): boolean =>
  !ofTheServer.some((pattern) => pattern.test(pathname));

/** The address that the server would send a first visitor on to, or null where it is right as it is (R2.01). */
export function movedInShell(url: URL): URL | null {
  const pathname = settledPath(url.pathname);
  if (pathname === url.pathname) return null;
  const moved = new URL(url);
  moved.pathname = pathname;
  return moved;
}
