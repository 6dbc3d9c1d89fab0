import type { Kysely } from 'kysely';
import { ReadAnew } from '#server/database/read-anew.ts';
import type { Database } from '#server/database/schema.ts';
import { cleanContent } from '#server/text/clean-content.ts';
import { loadContentData, type ContentData } from './content-data.ts';
import { createShopTerms, type ShopTerms } from './shop-terms.ts';

async function readContent(db: Kysely<Database>): Promise<ContentData> {
  const data = await loadContentData(db);
  await cleanContent([
    data.pages,
    data.articles,
    data.blocks,
    data.banners,
    data.faq,
    [...data.menus.values()],
  ]);
  return data;
}

/** The content as the API reads it: in memory, read anew when an editor changed something. */
export class Content {
  readonly #db: Kysely<Database>;
  readonly #report: (error: unknown) => void;
  #data: ContentData;
  #version = 1;
  readonly #reading = new ReadAnew({
    read: () => this.#readAnew(),
    report: (error) => this.#report(error),
  });
  readonly #listeners = new Set<() => void>();
  /** What texts may say of delivery and payment in a channel. */
  readonly termsOf: (channel: string) => Promise<ShopTerms>;

  private constructor(db: Kysely<Database>, data: ContentData, report: (error: unknown) => void) {
    this.#db = db;
    this.#data = data;
    this.#report = report;
    this.termsOf = createShopTerms(db);
  }

  static async open(db: Kysely<Database>, report: (error: unknown) => void): Promise<Content> {
    return new Content(db, await readContent(db), report);
  }

  get data(): ContentData {
    return this.#data;
  }

  /** Changes whenever the content did. */
  get version(): number {
    return this.#version;
  }

  onChange(changed: () => void): void {
    this.#listeners.add(changed);
  }

  /** For NOTIFY content. */
  changed(): void {
    this.#reading.changed();
  }

  /** ms since the oldest change that is not read yet. */
  get behind(): number {
    return this.#reading.behind;
  }

  settled(): Promise<void> {
    return this.#reading.settled();
  }

  close(): void {
    this.#reading.close();
  }

  async #readAnew(): Promise<void> {
    this.#data = await readContent(this.#db);
    this.#version += 1;
    for (const changed of this.#listeners) changed();
  }
}
