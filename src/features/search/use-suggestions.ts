import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useShop, type Shop } from '#api/shop.ts';
import {
  minimumQueryLength,
  productSuggestionsCap,
  searchDebounce,
  taxonSuggestionsCap,
} from './search-limits.ts';

/** Goods and categories for words that are still being typed (SEA-01). */
export const suggestionsQuery = (shop: Shop, query: string) =>
  queryOptions({
    queryKey: ['catalogue', 'suggestions', { ...shop.scope, query }],
    queryFn: ({ signal }) =>
      shop.call('suggestions', { query: { query, itemsPerPage: productSuggestionsCap }, signal }),
    staleTime: 60_000,
    retry: false,
  });

/** The words once they have rested; empty at once when there are too few letters, so nothing that waits is asked (R4.46). */
function useRested(query: string): string {
  const [rested, setRested] = useState('');
  const isLongEnough = query.length >= minimumQueryLength;
  useEffect(() => {
    const timer = setTimeout(() => setRested(isLongEnough ? query : ''), isLongEnough ? searchDebounce : 0);
    return () => clearTimeout(timer);
  }, [query, isLongEnough]);
  return isLongEnough ? rested : '';
}

/**
 * Suggestions for what stands in the search box (R4.44-R4.48). Each query has its own place in the cache, so a slow
 * answer to older words never takes the place of a newer one.
 */
export function useSuggestions(text: string) {
  const shop = useShop();
  const query = text.trim();
  const asked = useRested(query);
  const { data, isFetching, isError } = useQuery({ ...suggestionsQuery(shop, asked), enabled: asked !== '' });
  const answer = asked === '' ? undefined : data;
  return {
    products: answer?.data ?? [],
    taxons: (answer?.meta.taxonsSuggestions ?? []).slice(0, taxonSuggestionsCap),
    /** All goods that the words find. */
    total: answer?.meta.totalItems ?? 0,
    /** How many letters are missing until suggestions are asked for. */
    missing: Math.max(0, minimumQueryLength - query.length),
    isSearching: query.length >= minimumQueryLength && (asked !== query || isFetching),
    hasFailed: asked !== '' && isError,
  };
}
