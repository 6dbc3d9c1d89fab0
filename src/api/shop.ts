/**
 * The page's way to the shop: which channel and locale it speaks for and how it calls. One value per page in the
 * browser, one per request on the server, handed to loaders and (through `useShop`) to components.
 */
import { createContext, useContext } from 'react';
import type { EndpointName } from '#contract/calls/endpoints.ts';
import type { Shapes } from '#contract/calls/shapes.ts';
import type { z } from '#lib/zod.ts';

export type CallableName = EndpointName;
type Part<S, K extends string> = S extends Record<K, infer T> ? (T extends z.ZodMiniType ? T : never) : never;
type Given<S, K extends string> = [Part<S, K>] extends [never]
  ? { [key in K]?: undefined }
  : Record<K, z.input<Part<S, K>>>;
type GivenQuery<S> = [Part<S, 'query'>] extends [never]
  ? { query?: undefined }
  : { query?: z.input<Part<S, 'query'>> };
type GivenParams<S> = [Part<S, 'params'>] extends [never]
  ? { params?: undefined }
  : { params: { [key in keyof z.input<Part<S, 'params'>>]: string | number } };

export interface CallOptions {
  /** One per intention of the person, kept over retries (contract 1.8). */
  idempotencyKey?: string;
  /** Version seen, `"v3"` (contract 1.9). */
  ifMatch?: string;
  signal?: AbortSignal;
  /** False: what the page has is better than what the device keeps of the catalogue, and stays where the shop gives no answer. */
  fromDevice?: boolean;
}
export type CallInput<N extends CallableName> = GivenParams<Shapes[N]> &
  GivenQuery<Shapes[N]> &
  Given<Shapes[N], 'body'> &
  CallOptions;
export type CallAnswer<N extends CallableName> = [Part<Shapes[N], 'response'>] extends [never]
  ? undefined
  : z.output<Part<Shapes[N], 'response'>>;

export type Call = <N extends CallableName>(name: N, input: CallInput<N>) => Promise<CallAnswer<N>>;

export interface Shop {
  readonly locale: string;
  /** Address prefix of the locale, '' for the default one. */
  readonly localePath: string;
  /** Code of the sales channel. */
  readonly channel: string;
  readonly call: Call;
  /** Part of every query key: another locale or channel is another question. */
  readonly scope: { readonly locale: string; readonly channel: string };
  /** Product addresses end with the code in place of the id (R2.13). */
  readonly newUrls: boolean;
}

const ShopContext = createContext<Shop | null>(null);
export const ShopProvider = ShopContext.Provider;

export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('No shop');
  return shop;
}
