// Type-checks the four worlds, each with its own library set: page (`src`), service worker (`sw`), `server`, `tests`; with names
// only those. What was checked and has not changed since is not checked again.
import { spawnSync } from 'node:child_process';

const configs = {
  src: 'tsconfig.json',
  sw: 'sw/tsconfig.json',
  server: 'server/tsconfig.json',
  tests: 'tests/tsconfig.json',
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(configs, name));
if (unknown.length > 0) {
  console.error(
    `No world of that name: ${unknown.join(', ')}. There are: ${Object.keys(configs).join(', ')}`,
  );
  process.exit(64);
}
const failed = Object.entries(configs)
  .filter(([name]) => wanted.length === 0 || wanted.includes(name))
  .map(([, config]) => config)
  .filter((config) => {
    const checked = `test-results/types/${config.replace('/', '-')}`;
    const words = ['-p', config, '--incremental', '--tsBuildInfoFile', checked];
    return spawnSync('tsc', words, { stdio: 'inherit' }).status !== 0;
  });
if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`);
  process.exitCode = 1;
}
