/** Everything that the shop keeps in local storage, by its name there (specification, section 3; R3.80-R3.88). */
interface StoredValues {
  /** The cart in front. */
  CART_TOKEN: 'shop';
  AUTH_TOKEN: 'session';
  AUTH_REFRESH_TOKEN: 'session';
  /** Id of the customer: while the access token is renewed there is none to read it from. */
  AUTH_CUSTOMER: 'session';
  /** When somebody logged out, for other tabs. */
  AUTH_LOGOUT_AT: 'shop';
  /** What was typed into the checkout: who buys, where to, whose invoice. */
  CHECKOUT_DRAFT: 'personal';
  /** What was typed into an address of the account and found no connection. */
  ADDRESS_DRAFT: 'personal';
  /** Who ordered here last as a guest. */
  KNOWN_ADDRESS: 'personal';
  /** Token of the order placed last: it opens a guest's order. */
  PLACED_ORDER: 'personal';
  /** An order on its way, with its token. */
  PLACING_ORDER: 'personal';
  /** By which suggestions know who is here (R3.87). */
  USER_KEY: 'personal';
  /** Saved lists of the quick order: what somebody buys, and under what names. */
  QUICK_ORDER_LISTS: 'personal';
  PRODUCTS_WISHLIST: 'shop';
  PRODUCTS_RECENTLY_VIEWED: 'shop';
  SEARCH_RECENT_QUERIES: 'shop';
  /** Read by the page's first script too, before it paints (index.html). */
  THEME: 'shop';
  DATA_SAVER: 'shop';
  /** Bytes fetched today. */
  DATA_USE: 'shop';
  /** What the page's first start needs of the shop. */
  SHOP_FACTS: 'shop';
  /** Starts that have not come as far as a usable page. */
  STARTS: 'shop';
  SCRIPT_RELOADS: 'shop';
  INSTALL_OFFER: 'shop';
  /** Something was prepared for use without a connection. */
  FIELD_PACK: 'shop';
  /** The catalogue on the device: whether it is wanted, which one is kept, whether that was told, and its small pictures. */
  POCKET: 'shop';
  POCKET_KEPT: 'shop';
  POCKET_TOLD: 'shop';
  POCKET_PICTURES: 'shop';
}

export type StorageKey = keyof StoredValues;
/** Values that say something of a person, or open something of theirs: log out empties them all (R0.28). */
export type PersonalKey = { [K in StorageKey]: StoredValues[K] extends 'personal' ? K : never }[StorageKey];

/**
 * What is stored; null for nothing.
 * @param blocked the answer where the browser allows no storage
 */
export function readStored(key: StorageKey, blocked: string | null = null): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Private windows and settings may refuse: whoever asks says what stands in its place.
    return blocked;
  }
}

/** @returns whether it is kept; the caller goes on without where it is not */
export function writeStored(key: StorageKey, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    // As above, or the storage is full.
    return false;
  }
}

/** What is stored as JSON; null for nothing, and for words that are none (R3.88). */
export function readStoredJson(key: StorageKey): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    // Broken words count as none, and so does a storage that may not be read.
    return null;
  }
}
