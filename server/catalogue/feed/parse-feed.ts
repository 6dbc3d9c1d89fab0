import type { FeedItem } from './feed-item.ts';
import { FeedError, type FeedFile } from './feed-text.ts';
import { parseTable } from './parse-table.ts';
import { parseXml } from './parse-xml.ts';

/** The items of a feed file, XML or table, one after another. @throws FeedError when the file is no feed */
export async function* parseFeed(
  feed: FeedFile,
  onBytes: (read: number) => void = () => {},
): AsyncGenerator<FeedItem> {
  let found = 0;
  for await (const item of feed.isXml ? parseXml(feed, onBytes) : parseTable(feed, onBytes)) {
    found += 1;
    yield item;
  }
  if (found === 0)
    throw new FeedError(
      feed.isXml
        ? 'It holds no <item> (RSS) and no <entry> (Atom).'
        : 'Below the names of the columns it holds no rows.',
    );
}
