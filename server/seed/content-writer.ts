/** Content of the seed as the shop stores it: addresses for references, paths for names of pictures. */
import { isTexts } from '#server/content/localise.ts';
import type { References } from '#server/content/references.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { StoredContentType, StoredNavItem } from '#server/database/schema-content.ts';

export type Clean = (html: string) => string;

/** Puts addresses for references, picture paths for names, and clean HTML for HTML, wherever they stand in a value. */
export class ContentWriter {
  readonly #references: References;
  readonly #clean: Clean;
  readonly #pictures: Map<string, string>;

  constructor(references: References, clean: Clean, pictures: Map<string, string>) {
    this.#references = references;
    this.#clean = clean;
    this.#pictures = pictures;
  }

  picture(name: string | null): string | null {
    return name === null ? null : (this.#pictures.get(name) ?? name);
  }

  html(texts: Texts): Texts {
    return Object.fromEntries(
      Object.entries(texts).map(([locale, html]) => [
        locale,
        this.#clean(this.#references.inText(html, locale)),
      ]),
    );
  }

  htmlOf(html: string, locale: string): string {
    return this.#clean(this.#references.inText(html, locale));
  }

  /** A `ref:` becomes one address per language; other text stays. */
  link(value: string | Texts): string | Texts {
    if (typeof value !== 'string') {
      return Object.fromEntries(
        Object.entries(value).map(([locale, text]) => [locale, this.#references.inText(text, locale)]),
      );
    }
    return value.startsWith('ref:') ? this.#references.addresses(value) : value;
  }

  contentTypes(types: readonly StoredContentType[] | undefined): StoredContentType[] {
    return (types ?? []).map((type) => ({ ...type, properties: this.#properties(type.properties) }));
  }

  #properties(properties: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => {
        const { kind, value } = (property ?? {}) as { kind?: string; value?: unknown };
        if (kind === undefined) return [name, property];
        return [name, { kind, value: this.#value(kind, value) }];
      }),
    );
  }

  #value(kind: string, value: unknown): unknown {
    if (kind === 'blocks' && Array.isArray(value)) return this.contentTypes(value as StoredContentType[]);
    if (kind === 'file' && typeof value === 'string') return this.picture(value);
    if (kind === 'ckeditor') return isTexts(value) ? this.html(value) : this.#clean(String(value));
    if (typeof value === 'string' && value.startsWith('ref:')) return this.#references.addresses(value);
    return value;
  }

  navItem(item: StoredNavItem): StoredNavItem {
    return {
      ...item,
      ...(item.link === undefined ? {} : { link: this.link(item.link) }),
      ...(item.image === undefined ? {} : { image: this.picture(item.image) ?? item.image }),
      ...(item.html === undefined ? {} : { html: this.html(item.html) }),
      children: item.children.map((child) => this.navItem(child)),
    };
  }
}
