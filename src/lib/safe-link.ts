const link = /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#|\?)/i;

/** A link that may stand in an address field of the shop's content: http(s), mail, telephone or a path of this site (T17). */
export function isSafeLink(address: string): boolean {
  return link.test(address.trim());
}
