import { Plural } from '@lingui/react/macro';

/** The number of goods in words. */
export function ProductCount({ count }: { count: number }) {
  return <Plural value={count} one="# product" other="# products" />;
}
