/**
 * Where a browser's settings block site data, the doors to it may throw when they are only looked at. From the first script
 * on such a door is one that is not there, which everybody who asks for it reckons with.
 */
for (const [holder, name] of [
  [globalThis, 'indexedDB'],
  [globalThis, 'caches'],
  [globalThis.navigator, 'serviceWorker'],
  [globalThis.navigator, 'locks'],
  [globalThis.navigator, 'storage'],
] as const)
  try {
    void holder[name as never];
  } catch {
    Object.defineProperty(holder, name, { value: undefined });
  }
