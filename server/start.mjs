// Plain JavaScript, as small as can be: what it turns on has to be on before the first module of the shop is read. It
// runs on any Node from 20.19 on, which a service manager may find first: `enableCompileCache` is no name to import there.
import { spawn } from 'node:child_process';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { isRecentEnough, ownNode, versionOf } from './own-node.mjs';

const again = [...process.execArgv, ...process.argv.slice(1)];

if (isRecentEnough(process.versions.node)) await serve();
else startOnOwnNode();

/** As if the project's Node had been called: it hears the signals that are meant for it, and its status is this one's. */
function startOnOwnNode() {
  const node = ownNode();
  if (!isRecentEnough(versionOf(node))) {
    console.error(
      `Node ${process.versions.node} is too old for the shop, and the project's own is not there: first run node server/bootstrap.mjs --build.`,
    );
    process.exit(1);
  }
  const shop = spawn(node, again, { stdio: 'inherit', shell: process.platform === 'win32' });
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => shop.kill(signal));
  shop.on('exit', (status, signal) => {
    for (const one of signals) process.removeAllListeners(one);
    if (signal === null) process.exit(status);
    process.kill(process.pid, signal);
  });
}

async function serve() {
  // The C library gives every thread memory of its own and takes none of it back: with a dozen threads that is a sixth of
  // the process. And having given a large piece back once, it cuts the next of that size from the common heap, where what
  // is kept beside it holds its place for ever: pieces from a MB up are asked of the system instead, some 25 MB less.
  // It reads its settings at its own start, so the process becomes itself once more. Windows has no such way, and no such
  // library.
  if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined && process.execve)
    process.execve(process.execPath, [process.execPath, ...again], {
      ...process.env,
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
    });

  // Small buffers are cut from common pieces (bytes), and one that is kept holds all of its piece: in pieces of 64 KB, what the shop
  // keeps of cards and markup held thirty times its size.
  Buffer.poolSize = 8 * 1024;

  // The types are taken out of the server's files once and not at every start: without this the parser that does it stays
  // in memory, and half of the start is its work. A folder that cannot be written only costs that again.
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/server-scripts', import.meta.url)));
  await import('./main.ts');
  // A process that is killed writes nothing at its end.
  module.flushCompileCache();
}
