/**
 * The scripts and styles of the shell in one file: a worker that is installed for the first time asks once where it would
 * ask two hundred times, which takes a phone seconds. Made with the build (vite.config.ts), taken apart in `shell.ts`.
 */

/** Its address, and its name in `dist`. */
export const packName = 'shell-pack.json';

/** Text by name of the file, such as `assets/cart-CMnwPAc8.css`. Each name holds a hash of its text. */
export type ShellPack = Record<string, string>;

const types: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** Whether a built file is in the pack. A worker of a page is not: it lives under the policy that the server sends with it. */
export const isPacked = (name: string): boolean => /^assets\/.+\.(js|css)$/.test(name) && !/^assets\/[\w-]*worker-[\w-]{8}\.js$/.test(name);

/** The answer that the server gives for this file, as far as a page can tell. */
export function unpacked(name: string, text: string): Response {
  return new Response(text, { headers: { 'Content-Type': types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain' } });
}
