/**
 * Type-checks what is written: the service worker with the library of workers, everything else in one program. Apart, page, server
 * and tests would each check what they share again, for three times the processor time. What was checked and has not changed since
 * is not checked again.
 */
import { spawnSync } from 'node:child_process';

// One checker: what two of them both need they would both work out, and other steps have the second core.
const failed = ['tsconfig.json', 'sw/tsconfig.json'].filter((config) => {
  const checked = `test-results/types/${config.replace('/', '-')}`;
  const words = ['-p', config, '--checkers', '1', '--incremental', '--tsBuildInfoFile', checked];
  return spawnSync('tsc', words, { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`);
  process.exitCode = 1;
}
