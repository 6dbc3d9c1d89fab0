/** Tokens that nobody can guess. */
import { createHash, randomBytes } from 'node:crypto';

/** Name of something that whoever knows it may open, as an order: 192 random bits, URL-safe (contract 1.11). */
export const newToken = (): string => randomBytes(24).toString('base64url');

/** Stands for a person: in a refresh, in a mailed link. Only its hash is kept (contract 1.13): 256 random bits, URL-safe. */
export const newSecretToken = (): string => randomBytes(32).toString('base64url');
/** SHA-256: the tokens are random, so that nothing slower is needed. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
