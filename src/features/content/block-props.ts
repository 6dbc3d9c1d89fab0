import type { ContentType } from '#contract/content.ts';

export interface BlockProps {
  properties: ContentType['properties'];
  /** The block opens the page: its picture is fetched first. */
  first: boolean;
  /** Codes of products that lists leave out. */
  without?: readonly string[] | undefined;
}
