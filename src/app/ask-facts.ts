/**
 * The facts of this host for a shell that starts without them: its memory was cleared or broken (R3.88, F18). The shop is
 * asked; without a way to it, what the saved answers know is enough; without either the page says so in plain words.
 */
import type { QueryClient } from '@tanstack/react-query';
import { createLazyCall } from '#api/lazy-call.ts';
import type { Channel } from '#contract/channel.ts';
import { catalogueLocales, defaultLocale } from '#contract/locale.ts';
import { reportOutcome } from '#offline/connection/connectivity.ts';
import type { SavedQueries } from '#offline/storage/saved-queries.ts';
import type { ShopFacts } from './boot-data.ts';
import { createQueryClient } from './query-client.ts';

const factsOf = ({ code, locales }: Pick<Channel, 'code' | 'locales'>): ShopFacts => ({
  channel: code,
  locales,
  newUrls: false,
  apiUrl: '',
});

async function fromShop(): Promise<ShopFacts | undefined> {
  const call = createLazyCall({ locale: defaultLocale, channel: '', baseUrl: '', onOutcome: reportOutcome });
  const named = (await call('channels', { query: { hostname: location.hostname } })).data[0];
  // A host that no channel names shows the first one, as pages from the server do.
  const channel = named ?? (await call('channels', { query: {} })).data[0];
  return channel && factsOf(channel);
}

async function fromSaved(saved: () => Promise<SavedQueries>): Promise<ShopFacts | undefined> {
  const client: QueryClient = createQueryClient();
  await (await saved()).restoreStart(client);
  const [known] = client.getQueriesData<Channel>({ queryKey: ['system', 'channel'] });
  return known?.[1] && factsOf(known[1]);
}

/** In the shop's languages at once: which of them is spoken here is not known. */
async function sayNothingKnown(): Promise<void> {
  // Before the words: they may be what does not come, and then the page of index.html speaks.
  addEventListener('online', () => location.reload(), { once: true });
  // Fetched when it is said: the words come with what every visit has at rest, and would else be moved into a script of first looks.
  const { againWords, withoutCatalogue } = await import('#locales/without-catalogue.ts');
  const words = document.createElement('p');
  words.style.cssText = 'max-width:32rem;margin:4rem auto;padding:0 1rem;font:1.125rem/1.5 system-ui';
  words.textContent = `${catalogueLocales.map((locale) => withoutCatalogue[locale].noConnection).join(' · ')} `;
  const again = document.createElement('a');
  again.href = location.href;
  again.textContent = againWords;
  words.append(again);
  document.getElementById('root')?.replaceChildren(words);
}

export async function askFacts(saved: () => Promise<SavedQueries>): Promise<ShopFacts> {
  // Whoever gives no answer has none; that neither has is what is told below.
  const facts = (await fromShop().catch(() => undefined)) ?? (await fromSaved(saved).catch(() => undefined));
  if (facts) return facts;
  // Without its words `#nothing-came` of index.html says it.
  await sayNothingKnown().catch(() => undefined);
  throw new Error('No facts');
}
