/** What `handle` of a route says. */
export interface RouteHandle {
  pageKind: PageKind;
  /** Reduced layout with only a way back (R2.59, R2.60). */
  layout?: 'default' | 'checkout';
  /** Names of the conditions to meet before the screen opens. */
  guards?: readonly string[];
}

/** The kind of a page, as the document's class and measurement name it (R2.54). */
export type PageKind =
  | 'search'
  | 'category'
  | 'cart'
  | 'product'
  | 'front'
  | 'checkout'
  | 'order'
  | 'notfound'
  | 'other';
