/// <reference lib="webworker" />
import { createHandlerBoundToURL } from 'workbox-precaching';
import { NavigationRoute } from 'workbox-routing';

/** Addresses that the server alone answers: calls, files, documents, the sandbox bank, its doors for machines. */
const notOurs = [
  /^\/api\//,
  /^\/images\//,
  /^\/media\//,
  /^\/sandbox-bank/,
  /^\/(healthz|readyz|metrics|dev)\b/,
  /\/[^/]+\.[a-z0-9]{2,12}$/i,
];

/** Every navigation of a returning visitor is answered by the shell, without asking the network. */
export function shellNavigation(): NavigationRoute {
  return new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notOurs });
}
