/** One item of a feed as written. */
export type FeedItem = {
  /** Line of the file where the item begins, from 1. */
  line: number;
  /** By Google's name without its prefix: texts of the item's own elements, trimmed; repeated ones keep their order. */
  fields: Map<string, string[]>;
  details: { name: string; value: string }[];
  /** Of a table: the row has cells that no column names. */
  hasMoreCells?: true;
};
