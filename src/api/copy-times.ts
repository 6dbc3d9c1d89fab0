/**
 * When the shop gave an answer that comes from a copy, the worker's or the device's catalogue (ms since 1970, the server's clock), by
 * the signal of the request. The answer itself says nothing of it, and would pass for one of now.
 */
export const copyTimes = new WeakMap<AbortSignal, number>();

/** Of those, what the device made of the catalogue that it keeps: it says less than the shop, which is asked as soon as it can be. */
export const madeOnDevice = new WeakSet<AbortSignal>();
