/**
 * An order as text that a person can hand on: SMS, e-mail, a QR code, read aloud if need be. It carries the key of the
 * intent (contract CHK-19), so text and network together still make one order. Pure; no schema stands here, the shop
 * checks what it reads like any other request.
 *
 * `ARIMAS1:` then Crockford's base 32 (no letter that is taken for another, either case) of the packed intent and its
 * CRC-32, then `*`. Blanks, line breaks and hyphens inside are ignored. Letters and digits of this alphabet take 5.5 bits
 * in a QR code: 20 lines fit one that a phone reads from another phone.
 */
import type { IntentMessage } from './intent-message.ts';
import { ReadError, readAll, writeAll } from './byte-codec.ts';
import { intentCodec } from './intent-packing.ts';

/** `none`: no order in it. `newer`: made by a later version. `damaged`: cut off or changed on the way. */
export type IntentTextFault = 'none' | 'newer' | 'damaged';
export type DecodedIntent =
  | { readonly ok: true; readonly message: IntentMessage }
  | { readonly ok: false; readonly fault: IntentTextFault };

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const version = 1;

export function encodeIntent(message: IntentMessage): string {
  const packed = writeAll(intentCodec, message);
  const sum = crc32(packed);
  const whole = Uint8Array.of(...packed, sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255);
  return `ARIMAS${version}:${toBase32(whole)}*`;
}

/** Finds the order in `text`, whatever stands around it. */
export function decodeIntent(text: string): DecodedIntent {
  const fault = (which: IntentTextFault): DecodedIntent => ({ ok: false, fault: which });
  const found = /ARIMAS(\d{1,3}):([^*]*)(\*?)/i.exec(text);
  if (!found) return fault('none');
  const [, made = '', letters = '', end] = found;
  if (Number(made) > version) return fault('newer');
  const bytes = fromBase32(letters);
  if (Number(made) !== version || end === '' || bytes === null || bytes.length < 5) return fault('damaged');
  const packed = bytes.subarray(0, -4);
  const sum = bytes.subarray(-4).reduce((value, byte) => value * 256 + byte, 0);
  if (crc32(packed) !== sum) return fault('damaged');
  try {
    return { ok: true, message: readAll(intentCodec, packed) };
  } catch (error) {
    if (error instanceof ReadError) return fault('damaged');
    throw error;
  }
}

function toBase32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >>> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}

/** Null where a letter is none of the alphabet, or bits are left over that no byte wrote. */
function fromBase32(text: string): Uint8Array | null {
  const letters = text
    .toUpperCase()
    .replace(/[\s\u00AD\u200B-\u200D\u2060\uFEFF-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const letter of letters) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return null;
    held = (held << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 255);
    }
    held &= (1 << bits) - 1;
  }
  return held === 0 && bits < 5 ? Uint8Array.from(bytes) : null;
}

/** CRC-32 of IEEE 802.3: notices every change of up to 32 bits in a row, so every wrong, lost or doubled letter. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
