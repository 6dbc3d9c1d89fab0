/** Links in letters that nobody else can write: nothing of them is stored. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** `ID_MAC`. @param of what the id is an id of: a link of one kind opens nothing of another */
export function letterToken(secret: Buffer, of: string, id: number): string {
  return `${String(id)}_${createHmac('sha256', secret)
    .update(`${of} ${String(id)}`)
    .digest('base64url')}`;
}

/** The id of a letter's link, or null for one that we did not write. */
export function readLetterToken(secret: Buffer, of: string, token: string): number | null {
  const id = /^([1-9]\d{0,8})_/.exec(token)?.[1];
  if (id === undefined) return null;
  const right = Buffer.from(letterToken(secret, of, Number(id)));
  const given = Buffer.from(token);
  return right.length === given.length && timingSafeEqual(right, given) ? Number(id) : null;
}
