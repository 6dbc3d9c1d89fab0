/** How long a removed line can be brought back, ms (contract 3.7). */
export const undoPeriod = 30 * 60_000;
