import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

/** Changes only when a shape on the wire does: what a device has saved is dropped then, and not before (R0.27). */
export function contractHash(): string {
  const hash = createHash('sha256');
  for (const file of globSync('src/contract/**/*.ts').toSorted()) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
