// Plain JavaScript, as small as can be: what it turns on has to be on before the first module of the shop is read.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// The C library gives every thread memory of its own and takes none of it back: with a dozen threads that is a sixth of
// the process. And having given a large piece back once, it cuts the next of that size from the common heap, where what
// is kept beside it holds its place for ever: pieces from a MB up are asked of the system instead, some 25 MB less.
// It reads its settings at its own start, so the process becomes itself once more. Windows has no such way, and no such
// library.
if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined && process.execve)
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  });

// Small buffers are cut from common pieces (bytes), and one that is kept holds all of its piece: in pieces of 64 KB, what the shop
// keeps of cards and markup held thirty times its size.
Buffer.poolSize = 8 * 1024;

// The types are taken out of the server's files once and not at every start: without this the parser that does it stays
// in memory, and half of the start is its work. A folder that cannot be written only costs that again.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/server-scripts', import.meta.url)));
await import('./main.ts');
// A process that is killed writes nothing at its end.
flushCompileCache();
