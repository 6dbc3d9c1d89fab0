import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';
import type { ProductsQuery } from '#contract/catalogue-requests.ts';
import { readQuery, writeQuery } from '#lib/query-string.ts';

/** Cards on one page of a list (contract 4.2.1). */
const pageSize = 24;

/** What the address says about a list: page, order, filters (R4, CAT-07). */
export interface ListState {
  page: number;
  order: Record<string, string> | undefined;
  filter: Record<string, string[]> | undefined;
  price: { gte?: string | undefined; lte?: string | undefined } | undefined;
  inStock: boolean;
}

/** Orders that the shop knows (contract 4.2.1): another word in the address is no order. */
const sortable = /^(position|price|name|createdAt|discount|rating|relevance)$/;
/** The contract's last page; whatever lies behind it is no page either. */
const mostPages = 1_000_000;

/** Cents of an amount as people write it: `12`, `12,5`, `12.50`; undefined when it is none. */
export function readEuros(text: string): number | undefined {
  const [, euros, decimals = ''] = /^\s*(\d{1,7})(?:[.,](\d{0,2}))?\s*$/.exec(text) ?? [];
  return euros === undefined ? undefined : Number(euros) * 100 + Number(decimals.padEnd(2, '0'));
}

const asList = (value: string | string[]) => (Array.isArray(value) ? value : [value]);

/** Reads the list's state from the query of the address; what makes no sense is left out. */
export function readListState(search: string | URLSearchParams): ListState {
  const query = readQuery(search);
  const page = Number(query['page']);
  const groups = (name: string) => {
    const group = query[name];
    return typeof group === 'object' && !Array.isArray(group) ? group : undefined;
  };
  const order = groups('order');
  const [field, direction] = Object.entries(order ?? {})[0] ?? [];
  const filter = groups('filter');
  const price = groups('price');
  // Without a script the form of the prices writes what was typed: euros (`priceFrom=5`).
  const cents = (name: 'gte' | 'lte', typed: unknown) => {
    const value = price?.[name] ?? (typeof typed === 'string' ? String(readEuros(typed)) : undefined);
    return typeof value === 'string' && /^\d{1,9}$/.test(value) ? { [name]: value } : {};
  };
  const given: ListState['price'] = {
    ...cents('gte', query['priceFrom']),
    ...cents('lte', query['priceTo']),
  };
  // Typed the wrong way round: the same goods are meant.
  const bounds = Number(given.gte) > Number(given.lte) ? { gte: given.lte, lte: given.gte } : given;
  return {
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, mostPages) : 1,
    order:
      field !== undefined && sortable.test(field) && (direction === 'asc' || direction === 'desc')
        ? { [field]: direction }
        : undefined,
    filter:
      filter === undefined
        ? undefined
        : Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, asList(value)])),
    price: Object.keys(bounds).length > 0 ? bounds : undefined,
    inStock: query['inStock'] === '1',
  };
}

/** The query of an address for a list; the first page and the default order are left out. */
export function writeListState(state: Partial<ListState> & { query?: string | undefined }): string {
  const text = writeQuery({
    query: state.query,
    order: state.order,
    filter: state.filter,
    price: state.price,
    inStock: state.inStock === true ? true : undefined,
    page: state.page !== undefined && state.page > 1 ? state.page : undefined,
  });
  return text === '' ? '' : `?${text}`;
}

/** Which goods a list is about. */
export type ListSource = Pick<ProductsQuery, 'taxonId' | 'query' | 'sales' | 'attribute' | 'attributeValue'>;

export const listingQueries = {
  /** One page of a list with its counts and orders (CAT-04). */
  list: (shop: Shop, source: ListSource, state: ListState) =>
    queryOptions({
      queryKey: ['catalogue', 'list', { ...shop.scope, ...source, ...state }],
      queryFn: ({ signal }) => {
        const { page, order, filter, price, inStock } = state;
        const query = {
          ...source,
          page,
          itemsPerPage: pageSize,
          ...(order === undefined ? {} : { order }),
          ...(filter === undefined ? {} : { filter }),
          ...(price === undefined ? {} : { price }),
          ...(inStock ? { inStock: true } : {}),
        };
        return shop.call('products', { query, signal });
      },
      meta: { saved: true },
      placeholderData: keepPreviousData,
    }),
};

/** Name and value of a sort option in a select: `price asc`. */
export function sortKey(option: { order: Readonly<Record<string, string>> }): string {
  return Object.entries(option.order)
    .map(([field, direction]) => `${field} ${direction}`)
    .join(',');
}
