import { redirect } from 'react-router';

/**
 * A page behind the last one of its list, such as one of a list that has become shorter: leads to the last page there
 * is, with the same filters and order.
 */
export function keepWithin(request: Request, { page, pageCount }: { page: number; pageCount: number }): void {
  const last = Math.max(pageCount, 1);
  if (page <= last) return;
  const { pathname, searchParams } = new URL(request.url);
  if (last > 1) searchParams.set('page', String(last));
  else searchParams.delete('page');
  const search = searchParams.toString();
  throw redirect(search === '' ? pathname : `${pathname}?${search}`);
}
