/** Pieces of work beside each other, of which one that fails stops no other. */
import { DatabaseAway } from './pool.ts';

/**
 * Work whose fault is reported and ends nothing else: then it has done nothing.
 * @throws DatabaseAway: nothing else would be done either
 */
export async function alone(
  services: { report: (error: unknown, what: string) => void },
  failed: string,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseAway) throw error;
    services.report(error, failed);
    return 0;
  }
}
