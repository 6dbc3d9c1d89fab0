// Type-checks the four worlds, each with its own library set: page, service worker, server, tests.
import { spawnSync } from 'node:child_process';

const worlds = ['tsconfig.json', 'sw/tsconfig.json', 'server/tsconfig.json', 'tests/tsconfig.json'];
const failed = worlds.filter((world) => spawnSync('tsc', ['-p', world], { stdio: 'inherit' }).status !== 0);
if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`);
  process.exitCode = 1;
}
