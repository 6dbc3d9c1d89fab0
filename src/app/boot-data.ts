/** What the server tells the page with its HTML, as data (no script), and what the installed shell remembers of it. */
import type { DehydratedState } from '@tanstack/react-query';
import type { HydrationState } from 'react-router';
import { readStoredJson, writeStored } from '#lib/stored-value.ts';

/** Facts that hold for every page of this host. */
export interface ShopFacts {
  channel: string;
  /** Active locales of the channel. */
  locales: readonly { code: string; name: string; path: string }[];
  newUrls: boolean;
  /** Origin of another backend, '' for the page's own. */
  apiUrl: string;
}

export interface BootData extends ShopFacts {
  locale: string;
  localePath: string;
  /** Flat texts laid over the interface's (SYS-05). */
  texts: Record<string, string>;
  query: DehydratedState;
  router: HydrationState;
}

const cell = 'SHOP_FACTS';

export function readBoot(): BootData | null {
  const text = document.getElementById('boot')?.textContent;
  return text ? (JSON.parse(text) as BootData) : null;
}

export function rememberFacts(facts: ShopFacts): void {
  const { channel, locales, newUrls, apiUrl } = facts;
  // A browser without storage asks the server each time.
  writeStored(cell, JSON.stringify({ channel, locales, newUrls, apiUrl }));
}

/** Facts of the last visit, null on the first start or when what is stored is broken (R3.88). */
export function recallFacts(): ShopFacts | null {
  const facts = readStoredJson(cell) as Partial<ShopFacts> | null;
  return typeof facts?.channel === 'string' && Array.isArray(facts.locales)
    ? ({ newUrls: false, apiUrl: '', ...facts } as ShopFacts)
    : null;
}
