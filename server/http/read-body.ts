/** The one reader of what requests bring (docs/security.md, T24): nothing is held that is longer than it may be. */
import { ApiFailure } from '#server/errors/api-failure.ts';

/** Longest body of any request, bytes (contract 1.1). */
export const bodyLimit = 256 * 1024;

const tooLarge = () =>
  // The rest is not waited for: this connection is of no more use.
  new ApiFailure(413, 'body.too_large', { headers: { Connection: 'close' } });

/** Refuses a body that says of itself that it is too long. @throws ApiFailure 413 `body.too_large` */
export function refuseOversized(request: Request, limit = bodyLimit): void {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
}

/**
 * A body that is compressed is nothing that we read: it would be unpacked without a limit, or taken for what it is not (RFC 9110,
 * 8.4 and 15.5.16).
 * @throws ApiFailure 415 `body.media_type`
 */
function refuseEncoded(request: Request): void {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  throw new ApiFailure(415, 'body.media_type', { headers: { 'Accept-Encoding': 'identity' } });
}

/**
 * The body as text, read no further than the limit, whether its length was told or not.
 * @param limit bytes
 * @throws ApiFailure 413 `body.too_large`, 415 for one that is encoded, 400 `body.invalid` for what is not UTF-8 or ends too early
 */
export async function readText(request: Request, limit = bodyLimit): Promise<string> {
  refuseOversized(request, limit);
  if (!request.body) return '';
  refuseEncoded(request);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // Whoever sent it has hung up: a phone that lost its network is no fault of ours.
    throw error instanceof ApiFailure ? error : new ApiFailure(400, 'body.invalid');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ApiFailure(400, 'body.invalid');
  }
}
