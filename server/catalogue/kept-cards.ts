import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Bytes of cards that lie as they are sent: some 30,000 cards. */
const mostPlain = 64_000_000;
/** Bytes of cards that lie packed: some 150,000. */
const mostPacked = 48_000_000;
/** Bytes of the pieces of memory that cards lie in side by side: in those of Node each would hold on to what lay beside it. */
const pieceSize = 16_384;
/** No more of a dictionary is looked back into. */
const dictionarySize = 32_000;

/** Bytes. */
type Limits = { plain: number; packed: number };
type Card = { bytes: Buffer; isPacked: boolean };

/**
 * Cards as JSON, by channel, locale and product. They are kept as bytes, which lie outside the heap: as texts they were
 * twice as large, and every list was put together, measured and written out letter by letter.
 *
 * The first lie as they are; those of a large catalogue that come after them are packed against the first, to an eighth,
 * and cost 15 us each time they are asked for. Reading one from the database costs a hundred times that.
 */
export class KeptCards {
  /** By channel and locale, then by product. */
  readonly #places = new Map<string, Map<number, Card>>();
  /** The first cards, which the others are packed against: whole long before the first is packed. */
  #dictionary = Buffer.alloc(0);
  #piece = Buffer.alloc(0);
  #used = pieceSize;
  #plain = 0;
  #packed = 0;
  readonly #limits: Limits;

  constructor(limits: Limits = { plain: mostPlain, packed: mostPacked }) {
    this.#limits = limits;
  }

  /** @param place channel and locale of the card */
  get(place: string, productId: number): Buffer | undefined {
    const card = this.#places.get(place)?.get(productId);
    return card?.isPacked ? this.#unpack(card.bytes) : card?.bytes;
  }

  set(place: string, productId: number, json: Buffer): void {
    let cards = this.#places.get(place);
    if (!cards) this.#places.set(place, (cards = new Map()));
    this.#delete(cards, productId);
    const isPacked = this.#plain + json.length > this.#limits.plain;
    if (isPacked && this.#packed > this.#limits.packed) return;
    const card = { bytes: this.#lay(isPacked ? this.#pack(json) : json), isPacked };
    cards.set(productId, card);
    if (isPacked) this.#packed += card.bytes.length;
    else this.#plain += json.length;
    if (this.#dictionary.length < dictionarySize) this.#dictionary = Buffer.concat([this.#dictionary, json]);
  }

  /** Lets go of a product's cards in all channels and locales. */
  forget(productId: number): void {
    for (const cards of this.#places.values()) this.#delete(cards, productId);
  }

  #delete(cards: Map<number, Card>, productId: number): void {
    const card = cards.get(productId);
    if (!card) return;
    if (card.isPacked) this.#packed -= card.bytes.length;
    else this.#plain -= card.bytes.length;
    cards.delete(productId);
  }

  #lay(card: Buffer): Buffer {
    if (card.length > pieceSize) return card;
    if (this.#used + card.length > pieceSize) {
      this.#piece = Buffer.allocUnsafeSlow(pieceSize);
      this.#used = 0;
    }
    const laid = this.#piece.subarray(this.#used, (this.#used += card.length));
    card.copy(laid);
    return laid;
  }

  #pack(card: Buffer): Buffer {
    return deflateRawSync(card, { level: 1, dictionary: this.#dictionary, chunkSize: 4096 });
  }

  #unpack(packed: Buffer): Buffer {
    return inflateRawSync(packed, { dictionary: this.#dictionary, chunkSize: 4096 });
  }
}

const [open, comma, close] = ['{"data":[', ',', '],"meta":'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];

/**
 * A list of the contract as JSON in UTF-8.
 * @param facets JSON of what `meta` says besides
 */
export function listOfCards(cards: readonly Buffer[], meta: object, facets: string | null = null): Buffer {
  const parts: Buffer[] = [open];
  for (const card of cards) parts.push(card, comma);
  if (cards.length > 0) parts.pop();
  const metaText = JSON.stringify(meta);
  parts.push(
    close,
    Buffer.from(facets === null ? `${metaText}}` : `${metaText.slice(0, -1)},"facets":${facets}}}`),
  );
  return Buffer.concat(parts);
}
