/** What the head of a page says; built by the screen's loader as `head` of its data. */
export interface PageHead {
  /** Without the shop's name. */
  title: string;
  /** Sentence of the interface that is the title, where no data gives one; wins over `title`. */
  titleMessage?: { id: string; message?: string };
  description?: string;
  /** Path and query of the one address of this content; absent = the path without query. */
  canonical?: string;
  /** Kept out of search engines: carts, checkouts, orders, errors. */
  noIndex?: boolean;
  /** Path of a picture for shared links. */
  image?: string;
}
