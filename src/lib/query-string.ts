/** A query as an object: values, lists (`code[]`) and one level of names (`order[price]`, `filter[brand][]`). */
export type QueryValue = string | number | boolean | undefined | null;
export type QueryInput = {
  readonly [name: string]:
    | QueryValue
    | readonly QueryValue[]
    | { readonly [name: string]: QueryValue | readonly QueryValue[] };
};
export type ParsedQuery = { [name: string]: string | string[] | { [name: string]: string | string[] } };

const isList = (value: unknown): value is readonly QueryValue[] => Array.isArray(value);

function append(out: URLSearchParams, name: string, value: QueryValue): void {
  if (value === undefined || value === null) return;
  out.append(name, value === true ? '1' : value === false ? '0' : String(value));
}

/** Writes `{ code: ['A'], order: { price: 'asc' } }` as `code[]=A&order[price]=asc`; empty input gives ''. */
export function writeQuery(query: QueryInput): string {
  const out = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (isList(value)) for (const one of value) append(out, `${name}[]`, one);
    else if (typeof value === 'object' && value !== null) {
      for (const [inner, part] of Object.entries(value)) {
        if (isList(part)) for (const one of part) append(out, `${name}[${inner}][]`, one);
        else append(out, `${name}[${inner}]`, part);
      }
    } else append(out, name, value);
  }
  return out.toString();
}

/** How many parameters one address may carry: more is an attack, not a filter. */
const limit = 400;
const form = /^([^[\]]{1,64})(?:\[([^[\]]{0,64})\])?(?:\[([^[\]]{0,64})\])?$/;

/**
 * Reads what `writeQuery` wrote. A name that is repeated without brackets (`code=A&code=B`) becomes a list too.
 * Objects have no prototype, so `__proto__` is a name like any other. A name of another form is left out.
 */
export function readQuery(search: string | URLSearchParams): ParsedQuery {
  const out = Object.create(null) as ParsedQuery;
  let count = 0;
  for (const [key, value] of new URLSearchParams(search)) {
    count += 1;
    if (count > limit) break;
    const match = form.exec(key);
    if (!match) continue;
    const [, name = '', inner, last] = match;
    if (inner === undefined || inner === '') put(out, name, value, inner === '');
    else {
      const held = out[name];
      const group =
        typeof held === 'object' && !Array.isArray(held)
          ? held
          : (Object.create(null) as { [name: string]: string | string[] });
      out[name] = group;
      put(group, inner, value, last === '');
    }
  }
  return out;
}

function put(out: { [name: string]: unknown }, name: string, value: string, list: boolean): void {
  const held = out[name];
  if (Array.isArray(held)) held.push(value);
  else if (typeof held === 'string') out[name] = [held, value];
  else out[name] = list ? [value] : value;
}
