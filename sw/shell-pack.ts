/**
 * The small files of the shell in one: a worker that is installed for the first time asks once where it would ask a hundred
 * and twenty times. Made with the build (vite.config.ts), taken apart in `shell.ts`. Larger scripts are not in it: browsers
 * keep compiled code only of scripts that came under their own address, and only of 1,024 characters and more; a start
 * without it takes a slow phone half as long again.
 */

/** Its address, and its name in `dist`. */
export const packName = 'shell-pack.json';

/** Text by name of the file, such as `assets/cart-CMnwPAc8.css`. Each name holds a hash of its text. */
export type ShellPack = Record<string, string>;

/** Whether a built file is in the pack. */
export const isPacked = (name: string, text: string): boolean =>
  /^assets\/.+\.css$/.test(name) || (/^assets\/.+\.js$/.test(name) && text.length < 1_024);

/**
 * The answer that the server gives for such a file, as far as a page can tell. A browser uses what it has in memory again
 * while it is fresh, and counts the age of an answer that did not come from the network from 1970.
 */
export const unpacked = (name: string, text: string): Response =>
  new Response(text, {
    headers: {
      'Content-Type': name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=2147483647, immutable',
      Date: new Date().toUTCString(),
    },
  });
