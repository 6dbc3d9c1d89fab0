/** Sources that page and worker share name the page's storage; the worker has none, and calls nothing of it. */
declare const localStorage: {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};
