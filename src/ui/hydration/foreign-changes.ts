/**
 * Lets React go on in a page that others change: a page translator takes each text out and puts two elements with another one in
 * its place. React holds on to the text it made: what it writes there nobody sees, and where it takes it away or puts something
 * before it the browser refuses, and the whole screen is lost. Here is kept what stands in the place of which text: a new word
 * puts React's text back (and the translator translates it again), and what is taken away goes with what stands in its place.
 */

/** What a translator put in the place of a text of ours. */
const standIns = new WeakMap<Node, ChildNode>();

/** Written into while it is out of the page: it comes back. */
const written = new MutationObserver((changes) => {
  for (const { target } of changes) {
    const standIn = standIns.get(target);
    standIns.delete(target);
    if (standIn?.isConnected === true) standIn.replaceWith(target as ChildNode);
  }
});

const isOfTranslator = (node: Node | null | undefined): node is HTMLElement => node?.nodeName === 'FONT';

const taken = new MutationObserver((changes) => {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of changes)
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE) continue;
      const standIn = [addedNodes[0], previousSibling, nextSibling].find((node) => isOfTranslator(node));
      if (!standIn) continue;
      standIns.set(text, standIn);
      written.observe(text, { characterData: true });
    }
});

/** Watches the page for as long as it lives. Call once. */
export function tolerateForeignChanges(): void {
  taken.observe(document, { childList: true, subtree: true });
  // Node's own, called with another `this`.
  // oxlint-disable-next-line typescript/unbound-method
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function removeOwn<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const standIn = standIns.get(child);
    if (standIn?.parentNode === this) removeChild.call(this, standIn);
    // What somebody else has taken away is gone.
    return child;
  };
  Node.prototype.insertBefore = function insertOwn<T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    const old = standIns.get(node);
    if (old) {
      standIns.delete(node);
      old.remove();
    }
    const place = before === null || before.parentNode === this ? before : standIns.get(before);
    return insertBefore.call(this, node, place?.parentNode === this ? place : null) as T;
  };
}
