import type { Generated } from 'kysely';
import type { GeneratedMoment, OptionalMoment } from './column-types.ts';

export type StockRequestTable = {
  id: Generated<number>;
  variant_id: number;
  channel_id: number;
  email: string;
  /** Trimmed, lower case. */
  email_key: string;
  locale: string;
  origin: string;
  consented_at: OptionalMoment;
  created_at: GeneratedMoment;
};

export type StockRequestTables = { stock_request: StockRequestTable };
