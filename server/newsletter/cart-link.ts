/**
 * The link of a letter about a cart (contract 5.9). Whoever knows a cart's token reads and orders the whole of it, and a letter is passed
 * on or goes to a mistyped address (T45): the token stands in it sealed, and CART-17 alone opens it.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { cartLinkForm } from '#contract/orders/cart-link.ts';

const cipher = 'aes-256-gcm';
/** Bytes. */
const [nonceLength, tagLength] = [12, 16];

const derive = (secret: Buffer, what: string): Buffer => createHmac('sha256', secret).update(what).digest();
const keyOf = (secret: Buffer) => derive(secret, 'cart link key');

/** `ID_SEALED`, always the same for a cart. Nothing of it is stored. @param secret of the shop's letters */
export function cartLink(secret: Buffer, { id, token }: { id: number; token: string }): string {
  // Made of what is sealed: two texts under one nonce would give the key's stream away.
  const nonce = derive(secret, `cart link nonce ${String(id)} ${token}`).subarray(0, nonceLength);
  const seal = createCipheriv(cipher, keyOf(secret), nonce).setAAD(Buffer.from(String(id)));
  const sealed = Buffer.concat([nonce, seal.update(token), seal.final(), seal.getAuthTag()]);
  return `${String(id)}_${sealed.toString('base64url')}`;
}

/** The token of the cart that a letter's link names; null for one that this shop did not write. */
export function readCartLink(secret: Buffer, link: string): string | null {
  const [, id = '', text = ''] = cartLinkForm.exec(link) ?? [];
  const sealed = Buffer.from(text, 'base64url');
  if (sealed.length <= nonceLength + tagLength) return null;
  const open = createDecipheriv(cipher, keyOf(secret), sealed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(-tagLength));
  try {
    return open.update(sealed.subarray(nonceLength, -tagLength), undefined, 'utf8') + open.final('utf8');
  } catch {
    // Another shop's, or changed on its way.
    return null;
  }
}
