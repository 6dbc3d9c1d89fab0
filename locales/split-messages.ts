/**
 * Part of the build: compiles `messages.po?first` and `messages.po?later` in place of the whole catalogue, so that a
 * first visit of home, category or product does not fetch the sentences of the checkout. A sentence is "later" when
 * every file that says it belongs to a screen of `laterFiles`; those screens wait for the second part.
 */
import path from 'node:path';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

/** Files reached only through screens whose route waits for the later texts (`texts: 'later'` in the route table). */
const laterFiles = /^src\/(i18n\/field-sentences|features\/(checkout|orders)\/|routes\/(attribute|sales|cart|checkout|order|thank-you|news|article|faq|static-page)\b)/;

export function splitMessages(): Plugin {
  const config = getConfig();
  return {
    name: 'split-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /messages\.po\?(first|later)$/ },
      async handler(_source, id) {
        const [file = '', part] = id.split('?');
        const found = getCatalogForFile(path.relative(config.rootDir, file), await getCatalogs(config));
        if (!found) throw new Error(`No catalogue for ${file}`);
        const { locale, catalog } = found;
        const { messages } = await catalog.getTranslations(locale, {
          fallbackLocales: config.fallbackLocales,
          sourceLocale: config.sourceLocale,
          missingBehavior: 'resolved',
        });
        const entries = (await catalog.read(locale)) ?? {};
        const isLater = (key: string) => {
          const origins = entries[key]?.origin ?? [];
          return origins.length > 0 && origins.every(([at]) => laterFiles.test(at));
        };
        const chosen = Object.fromEntries(Object.entries(messages).filter(([key]) => isLater(key) === (part === 'later')));
        const { source, errors } = createCompiledCatalog(locale, chosen, { namespace: 'es' });
        if (errors.length > 0) throw new Error(`Texts that cannot be compiled in ${file}: ${errors.map((one) => one.id).join(', ')}`);
        this.addWatchFile(file);
        return { code: source, map: null, moduleType: 'js' };
      },
    },
  };
}
