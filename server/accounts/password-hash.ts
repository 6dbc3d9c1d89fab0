/**
 * Hashes of passwords by scrypt of Node (docs/security.md, T10). A hash says how it was made, in the PHC form
 * `$scrypt$ln=14,r=8,p=5$salt$hash`, so the cost can be raised later and old hashes still work.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { busy } from '#server/errors/api-failure.ts';
import { WorkQueue } from '#server/process/work-queue.ts';

/** 16 MiB and five rounds (OWASP's figures for this much memory): about 0.15 s of one core. */
export const passwordCost = { ln: 14, r: 8, p: 5 };
const keyBytes = 32;

/** Hashing takes memory and a core: two at once, so that a flood of sign-ins leaves room for buyers. */
const hashing = new WorkQueue(2);
/** More than this many waiting would wait longer than a person does. */
const mostWaiting = 40;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.waiting >= mostWaiting) throw busy(5);
  return hashing.run(work);
}

const derive = (
  password: string,
  salt: Buffer,
  { ln, r, p }: { ln: number; r: number; p: number },
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
    // One person types an accented letter as one sign, another's keyboard as two: both are the same password.
    scrypt(password.normalize('NFC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const phc = (salt: Buffer, key: Buffer) =>
  `$scrypt$ln=${passwordCost.ln},r=${passwordCost.r},p=${passwordCost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`;

/** @returns PHC text for the database */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return phc(salt, await inTurn(() => derive(password, salt, passwordCost)));
}

const phcForm = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;
/** What is compared when there is no account: the work, and so the time, is the same (T11). */
const nobody = () => phc(Buffer.alloc(16, 1), Buffer.alloc(keyBytes, 2));

/** Whether `password` is the one of `stored`; without a stored hash the answer is no, and takes as long. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, ln, r, p, salt, hash] = phcForm.exec(stored ?? nobody()) ?? [];
  if (salt === undefined || hash === undefined)
    throw new Error('A stored password hash has an unknown form.');
  const wanted = Buffer.from(hash, 'base64url');
  const key = await inTurn(() =>
    derive(password, Buffer.from(salt, 'base64url'), { ln: Number(ln), r: Number(r), p: Number(p) }),
  );
  return timingSafeEqual(key, wanted) && stored !== null;
}
