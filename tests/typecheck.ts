// Type-checks the four worlds, each with its own library set: page, service worker, server, tests. What was checked and has not
// changed since is not checked again.
import { spawnSync } from 'node:child_process';

const worlds = ['tsconfig.json', 'sw/tsconfig.json', 'server/tsconfig.json', 'tests/tsconfig.json'];
const failed = worlds.filter((world) => {
  const checked = `test-results/types/${world.replace('/', '-')}`;
  const words = ['-p', world, '--incremental', '--tsBuildInfoFile', checked];
  return spawnSync('tsc', words, { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`);
  process.exitCode = 1;
}
