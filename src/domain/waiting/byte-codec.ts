/** Values as few bytes and back: each codec writes a value and reads the same value again. */

/** The bytes are not those of an intent. */
export class ReadError extends Error {
  override readonly name = 'ReadError';
}

class Output {
  readonly bytes: number[] = [];
  /** Texts written so far: a name that stands twice is written once. */
  readonly seen = new Map<string, number>();
  push(...bytes: readonly number[]): void {
    this.bytes.push(...bytes);
  }
}

class Input {
  readonly seen: string[] = [];
  readonly #bytes: Uint8Array;
  #at = 0;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }
  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }
  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new ReadError('The end came too early.');
    this.#at += 1;
    return value;
  }
  bytes(length: number): Uint8Array {
    if (length > this.#bytes.length - this.#at) throw new ReadError('The end came too early.');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

export interface Codec<T> {
  write(out: Output, value: T): void;
  read(input: Input): T;
}

export function writeAll<T>(codec: Codec<T>, value: T): Uint8Array {
  const out = new Output();
  codec.write(out, value);
  return Uint8Array.from(out.bytes);
}

export function readAll<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const input = new Input(bytes);
  const value = codec.read(input);
  if (!input.isAtEnd) throw new ReadError('Something follows the intent.');
  return value;
}

/** Whole numbers from 0 to 2^53-1, seven bits in a byte. */
export const whole: Codec<number> = {
  write(out, value) {
    let left = value;
    while (left > 127) {
      out.push((left % 128) + 128);
      left = Math.floor(left / 128);
    }
    out.push(left);
  },
  read(input) {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = input.byte();
      value += (byte & 127) * factor;
      if (value > Number.MAX_SAFE_INTEGER) throw new ReadError('The number is too large.');
      if (byte < 128) return value;
      factor *= 128;
    }
  },
};

/** Shorter ones are not worth a reference. */
const shortestKept = 3;
/** A length, then UTF-8; or, odd, the place of a text that stood before. */
export const text: Codec<string> = {
  write(out, value) {
    const before = out.seen.get(value);
    if (before !== undefined) {
      whole.write(out, before * 2 + 1);
      return;
    }
    const bytes = new TextEncoder().encode(value);
    whole.write(out, bytes.length * 2);
    out.push(...bytes);
    if (value.length >= shortestKept) out.seen.set(value, out.seen.size);
  },
  read(input) {
    const head = whole.read(input);
    if (head % 2 === 1) {
      const before = input.seen[(head - 1) / 2];
      if (before === undefined) throw new ReadError('There is no such text.');
      return before;
    }
    const value = decoded(input.bytes(head / 2));
    if (value.length >= shortestKept) input.seen.push(value);
    return value;
  },
};

export function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ReadError('The text is no text.');
  }
}

export const yesNo: Codec<boolean> = {
  write: (out, value) => out.push(value ? 1 : 0),
  read: (input) => input.byte() === 1,
};

export const list = <T>(item: Codec<T>): Codec<T[]> => ({
  write(out, values) {
    whole.write(out, values.length);
    for (const value of values) item.write(out, value);
  },
  read: (input) => Array.from({ length: bounded(whole.read(input)) }, () => item.read(input)),
});

export function bounded(length: number): number {
  if (length > 10_000) throw new ReadError('The list is too long.');
  return length;
}

/** A value that may be null. */
export const orNull = <T>(codec: Codec<T>): Codec<T | null> => ({
  write(out, value) {
    out.push(value === null ? 0 : 1);
    if (value !== null) codec.write(out, value);
  },
  read: (input) => (input.byte() === 0 ? null : codec.read(input)),
});

/** Short where the value has a form that a machine made, plain text where not. */
const either = <T, S>(
  short: { pack: (value: T) => S | null; unpack: (packed: S) => T; codec: Codec<S> },
  plain: Codec<T>,
): Codec<T> => ({
  write(out, value) {
    const packed = short.pack(value);
    // Only what comes back as it was: two spellings of one value are two values.
    const fits = packed !== null && short.unpack(packed) === value;
    out.push(fits ? 1 : 0);
    if (fits) short.codec.write(out, packed);
    else plain.write(out, value);
  },
  read: (input) => (input.byte() === 1 ? short.unpack(short.codec.read(input)) : plain.read(input)),
});

const raw: Codec<Uint8Array> = {
  write(out, value) {
    out.push(value.length, ...value);
  },
  read: (input) => input.bytes(input.byte()),
};

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
/** A UUID in 16 bytes. */
export const key = either<string, Uint8Array>(
  {
    pack: (value) =>
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
        ? Uint8Array.from(value.replace(/-/g, '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
        : null,
    unpack: (bytes) => hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    codec: raw,
  },
  text,
);

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Base64 for addresses in three bytes per four characters. */
export const token = either<string, Uint8Array>(
  {
    pack: (value) =>
      /^[A-Za-z0-9_-]+$/.test(value) && value.length % 4 === 0 && value.length < 340
        ? fromBase64(value)
        : null,
    unpack: toBase64,
    codec: raw,
  },
  text,
);

function fromBase64(value: string): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < value.length; at += 4) {
    const four = [0, 1, 2, 3].reduce((held, place) => held * 64 + digits.indexOf(value[at + place] ?? ''), 0);
    bytes.push((four >>> 16) & 255, (four >>> 8) & 255, four & 255);
  }
  return Uint8Array.from(bytes);
}
function toBase64(bytes: Uint8Array): string {
  let value = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (const shift of [18, 12, 6, 0]) value += digits[(three >>> shift) & 63];
  }
  return value;
}

/** A moment as the clock of a device writes it, in six bytes. */
export const moment = either<string, number>(
  {
    pack: (value) => {
      const time = Date.parse(value);
      return Number.isSafeInteger(time) && time >= 0 ? time : null;
    },
    unpack: (time) => (time <= 8.64e15 ? new Date(time).toISOString() : ''),
    codec: whole,
  },
  text,
);

type Fields<T> = { [K in keyof Required<T>]: Codec<Exclude<T[K], undefined>> };
/**
 * An object: which of its optional fields are there, in one number, then the fields in the order given. `needed` names
 * those that are always there.
 */
export function record<T extends object>(fields: Fields<T>, ...needed: readonly (keyof T)[]): Codec<T> {
  const names = Object.keys(fields) as (keyof T)[];
  const optional = names.filter((name) => !needed.includes(name));
  return {
    write(out, value) {
      whole.write(
        out,
        optional.reduce((sum, name, place) => sum + (value[name] === undefined ? 0 : 2 ** place), 0),
      );
      for (const name of names) {
        const given = value[name];
        if (given !== undefined) fields[name].write(out, given as Exclude<T[keyof T], undefined>);
      }
    },
    read(input) {
      const there = whole.read(input);
      if (there >= 2 ** optional.length) throw new ReadError('There is no such field.');
      const value: Partial<T> = {};
      for (const name of names) {
        const place = optional.indexOf(name);
        if (place < 0 || Math.floor(there / 2 ** place) % 2 === 1) value[name] = fields[name].read(input);
      }
      return value as T;
    },
  };
}
