/** Makes the texts of one locale ready: the catalogue that came with the build, the shop's own texts laid over it. */
import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { inLocale, type Locale } from '#contract/locale.ts';
import { onceFetched } from '#lib/once-fetched.ts';

type Catalogue = () => Promise<{ messages: Messages }>;

/** In two parts: what the first screens say, and what only later ones do (vite/split-messages.ts). */
const catalogues: Record<Locale, { first: Catalogue; later: Catalogue }> = {
  lt: {
    first: () => import('#locales/lt/messages.po?first'),
    later: () => import('#locales/lt/messages.po?later'),
  },
  en: {
    first: () => import('#locales/en/messages.po?first'),
    later: () => import('#locales/en/messages.po?later'),
  },
  et: {
    first: () => import('#locales/et/messages.po?first'),
    later: () => import('#locales/et/messages.po?later'),
  },
  ru: {
    first: () => import('#locales/ru/messages.po?first'),
    later: () => import('#locales/ru/messages.po?later'),
  },
};

let bringLater: (() => Promise<void>) | undefined;
/**
 * The texts of later screens, for parts of any page that show nothing until they are there (notes, strips, offers).
 * Of the page in the browser: on the server such parts are not shown.
 */
export const laterTexts = (): Promise<void> => bringLater?.() ?? Promise.resolve();

export interface ActiveTexts {
  i18n: I18n;
  /** Brings the texts of the later screens; a route of theirs waits for it before it renders. */
  loadLater: () => Promise<void>;
  /** Lays the shop's own texts, which came after the start, over those on the screen. */
  layOver: (own: OwnTexts) => void;
}

/** The flat keys of SYS-05. */
type OwnTexts = Readonly<Record<string, string>>;

/** A list of parts is the compiled form: the shop's texts are words, not patterns. */
const compiled = (own: OwnTexts): Messages =>
  Object.fromEntries(Object.entries(own).map(([key, text]) => [key, [text]]));

/** `given` brings the shop's own texts, which win over the build's (R7.29), while those are fetched. */
export async function activateLocale(
  locale: string,
  given: () => Promise<OwnTexts | undefined>,
): Promise<ActiveTexts> {
  const catalogue = inLocale(catalogues, locale);
  const [built, own = {}] = await Promise.all([catalogue.first(), given()]);
  let overrides = compiled(own);
  const messages: Messages = { ...built.messages, ...overrides };
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  const loadLater = onceFetched(async () => {
    // Into the live object, without Lingui's change event: nothing on screen says these texts yet.
    Object.assign(i18n.messages, (await catalogue.later()).messages, overrides);
  });
  const layOver = (late: OwnTexts) => {
    overrides = compiled(late);
    i18n.load(locale, overrides);
  };
  if (typeof window !== 'undefined') bringLater = loadLater;
  return { i18n, loadLater, layOver };
}
