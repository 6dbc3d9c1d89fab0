/**
 * Names of the entries in this tab's history. What is kept of a page is kept by them: the same address that is opened anew is
 * another entry and begins at its top; Back, Forward and a reload find the one that was left.
 */

/** The router's own name of an entry that has none, and how those begin that a document gives to its own. */
const unnamed = 'default';

/** Before the router looks: it would call every entry that a document begins with by the same name. */
export function nameEntry(): void {
  const entry = history.state as { key?: string } | null;
  // Nothing of the address, which may hold the token of an order: browsers keep these names in their storage.
  if (entry?.key === undefined)
    history.replaceState(
      { ...entry, key: `${unnamed}${String(performance.now() + performance.timeOrigin)}` },
      '',
    );
}

/** @returns its name for the entry that the page is at */
export const entryKey = (): string => (history.state as { key?: string } | null)?.key ?? unnamed;

/** Whether a document began with the entry of this name: nothing of the page's own led there. */
export const isOfDocument = (key: string): boolean => key.startsWith(unnamed);
