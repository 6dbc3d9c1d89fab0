/**
 * BufferPool that pages are put together in. A page is 200 KB: made anew for each, twice, it would be most of what the process
 * holds, since the C library keeps the gaps.
 */

/** A page in pieces: text, or bytes in UTF-8. */
export type PagePieces = readonly (string | Uint8Array)[];

/** Pieces side by side. `free` once nobody reads them any more: the next page is written over them. */
export interface BufferPool {
  bytes: Buffer;
  free: () => void;
}

const spare: Buffer[] = [];
const step = 64 * 1024;
const mostSpare = 8;

function take(size: number): Buffer {
  const at = spare.findLastIndex((room) => room.length >= size);
  return (
    (at < 0 ? undefined : spare.splice(at, 1)[0]) ?? Buffer.allocUnsafeSlow(Math.ceil(size / step) * step)
  );
}

function giveBack(room: Buffer): void {
  if (spare.length < mostSpare) spare.push(room);
}

const encoder = new TextEncoder();

/** Writes the pieces side by side; null when the room is too small for them. */
function write(pieces: PagePieces, room: Buffer): number | null {
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const { read, written } = encoder.encodeInto(piece, room.subarray(at));
      if (read < piece.length) return null;
      at += written;
    } else {
      if (piece.length > room.length - at) return null;
      room.set(piece, at);
      at += piece.length;
    }
  }
  return at;
}

export function putTogether(pieces: PagePieces): BufferPool {
  // Most letters of a page take one byte, in Russian texts two: to count them first costs as much as to write them.
  let room = take(pieces.reduce((sum, { length }) => sum + length, 0) * 1.4);
  let written = write(pieces, room);
  if (written === null) {
    giveBack(room);
    room = take(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
    written = write(pieces, room) ?? 0;
  }
  return { bytes: room.subarray(0, written), free: () => giveBack(room) };
}
