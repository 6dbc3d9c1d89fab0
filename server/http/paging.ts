/** `meta` of a list (contract 1.4). */
export function listMeta(totalItems: number, page = 1, itemsPerPage = totalItems) {
  return {
    totalItems,
    page,
    itemsPerPage,
    pageCount: itemsPerPage === 0 ? 0 : Math.ceil(totalItems / itemsPerPage),
  };
}

/** The asked page of a list that is wholly in memory. */
export function pageOf<T>(
  items: readonly T[],
  asked: { page?: number | undefined; itemsPerPage?: number | undefined },
  fallback = 30,
): { data: T[]; meta: ReturnType<typeof listMeta> } {
  const page = asked.page ?? 1;
  const itemsPerPage = asked.itemsPerPage ?? fallback;
  const from = (page - 1) * itemsPerPage;
  return { data: items.slice(from, from + itemsPerPage), meta: listMeta(items.length, page, itemsPerPage) };
}

/** A whole list on one page. */
export function wholeList<T>(items: readonly T[]): { data: T[]; meta: ReturnType<typeof listMeta> } {
  return { data: [...items], meta: listMeta(items.length) };
}

/** An answer that is all of a list. */
export const listAnswer = <T>(items: readonly T[]) => ({ body: wholeList(items) });
