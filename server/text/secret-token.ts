/** Tokens that stand for a person: of a refresh, of a mailed link. Only their hashes are kept (contract 1.13). */
import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, URL-safe. */
export const newSecretToken = (): string => randomBytes(32).toString('base64url');
/** SHA-256: the tokens are random, so that nothing slower is needed. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
