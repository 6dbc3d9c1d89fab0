/**
 * When an answer that came from the service worker's copies was given by the shop (ms since 1970, the server's clock),
 * by the signal of the request. The answer itself goes on without its headers, and would pass for one of now.
 */
export const copyTimes = new WeakMap<AbortSignal, number>();

/** Of those, what the device made of the catalogue that it keeps: it says less than the shop, which is asked as soon as it can be. */
export const madeOnDevice = new WeakSet<AbortSignal>();
