import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { CatalogueData } from '#server/catalogue/catalogue-data.ts';
import type { Database } from '#server/database/schema.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import type { Config } from '#server/process/config.ts';

/** What areas are put together out of; each takes what it needs. */
export interface Means {
  db: Kysely<Database>;
  config: Pick<Config, 'rateLimitFactor'>;
  now: () => Date;
  /** Faults of work that nobody waits for. */
  report: (error: unknown, what: string, facts?: Record<string, string | number>) => void;
  /** The small tables of the catalogue as they are in memory now. */
  catalogueData: () => CatalogueData;
}

/** Mounts its calls by `server.serve`, other addresses on `app`. */
export type Area = (server: EndpointServer, app: Hono) => void;
