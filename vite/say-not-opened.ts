import type { Plugin } from 'vite';
import { catalogueLocales, defaultLocale } from '#contract/locale.ts';
import { againWords, withoutCatalogue } from '#locales/without-catalogue.ts';

/** Writes into the shell what a page says whose scripts did not come, in every language of the shop. */
export const sayNotOpened = {
  name: 'say-not-opened',
  transformIndexHtml(html: string): string {
    const sentences = catalogueLocales.map(
      (locale) => `<span lang="${locale}">${withoutCatalogue[locale].notOpened}</span>`,
    );
    const again = `<a href="" lang="${defaultLocale}">${againWords}</a>`;
    return html.replace('<!--not-opened-->', [...sentences, again].join(' '));
  },
} satisfies Plugin;
