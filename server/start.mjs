// Plain JavaScript, as small as can be: what it turns on has to be on before the first module of the shop is read.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// The types are taken out of the server's files once and not at every start: without this the parser that does it stays
// in memory, and half of the start is its work. A folder that cannot be written only costs that again.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/server-scripts', import.meta.url)));
await import('./main.ts');
// A process that is killed writes nothing at its end.
flushCompileCache();
