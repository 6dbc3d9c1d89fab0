/**
 * Part of the build: compiles `messages.po?first` and `messages.po?later` in place of the whole catalogue. "First" is
 * what the scripts of a first visit of home, category, product or search say by themselves; the sentences of parts
 * (src/ui/hydration/deferred.tsx) and of all other screens are "later", and both wait for them.
 */
import path from 'node:path';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';
import { saysFirst } from './first-look.ts';

export function splitMessages(config = getConfig()): Plugin {
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
          return origins.length > 0 && !origins.some(([at]) => saysFirst(at));
        };
        const chosen = Object.fromEntries(
          Object.entries(messages).filter(([key]) => isLater(key) === (part === 'later')),
        );
        const { source, errors } = createCompiledCatalog(locale, chosen, { namespace: 'es' });
        if (errors.length > 0)
          throw new Error(
            `Texts that cannot be compiled in ${file}: ${errors.map((one) => one.id).join(', ')}`,
          );
        this.addWatchFile(file);
        return { code: source, map: null, moduleType: 'js' };
      },
    },
  };
}
