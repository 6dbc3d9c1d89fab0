/** Access tokens: signed, good for ten minutes, sent with each call that is flagged (contract 1.13; T13). */
import { sign, verify } from 'hono/jwt';

/** ms */
const accessLifetime = 10 * 60 * 1000;
const algorithm = 'HS256';
const issuer = 'arimas';
const audience = 'shop';

export interface AccessClaims {
  customerId: number;
  email: string;
  channelCode: string;
  /** The sign-in it belongs to: ends with it. */
  sessionId: string;
  /** Who acts for the customer; undefined for the customer. */
  actor?: string;
}

/** The last sign of a part has bits that say nothing: a token with others there is not the one that was given out. */
const isSpelledOneWay = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

/** @param secret 256 bits of the shop */
export function createAccessTokens(secret: Buffer, now: () => Date) {
  const key = secret.toString('base64url');
  return {
    issue: (
      { customerId, email, channelCode, sessionId, actor }: AccessClaims,
      lifetime = accessLifetime,
    ): Promise<string> => {
      const iat = Math.floor(now().getTime() / 1000);
      return sign(
        {
          iss: issuer,
          aud: audience,
          sub: String(customerId),
          username: email,
          channel: channelCode,
          sid: sessionId,
          iat,
          exp: iat + lifetime / 1000,
          // The page takes a token out of an address only where it says that it was made for that (contract 4.13).
          ...(actor === undefined ? {} : { imp: sessionId, actor }),
        },
        key,
        algorithm,
      );
    },
    /** The claims of a token of ours whose time is not over; null for anything else. */
    read: async (token: string): Promise<AccessClaims | null> => {
      if (token.length > 2000 || !isSpelledOneWay(token)) return null;
      let claims: Record<string, unknown>;
      try {
        // Times are compared below, with the clock of the shop.
        claims = await verify(token, key, {
          alg: algorithm,
          iss: issuer,
          aud: audience,
          exp: false,
          iat: false,
          nbf: false,
        });
      } catch {
        // Forged, cut or of another key: the caller is nobody, and is answered with 401.
        return null;
      }
      const { sub, username, channel, sid, exp, actor } = claims;
      if (typeof exp !== 'number' || exp * 1000 <= now().getTime()) return null;
      if (typeof sub !== 'string' || typeof sid !== 'string') return null;
      if (typeof username !== 'string' || typeof channel !== 'string') return null;
      return {
        customerId: Number(sub),
        email: username,
        channelCode: channel,
        sessionId: sid,
        ...(typeof actor === 'string' ? { actor } : {}),
      };
    },
  };
}
export type AccessTokens = ReturnType<typeof createAccessTokens>;
