// Finds a Chromium for the tests, or installs one, and writes its path to node_modules/.arimas-browser; beside it, where there
// is one, that of the same Chromium without a window (.arimas-browser-shell), which does the same with a third less work.
// Plain JavaScript: runs before anything else of the tests.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];

function onPath(wanted) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of wanted) {
      const at = path.join(folder, process.platform === 'win32' ? `${name}.exe` : name);
      if (existsSync(at)) return at;
    }
  }
  return null;
}

const works = (at) =>
  Boolean(at) && existsSync(at) && spawnSync(at, ['--version'], { stdio: 'ignore' }).status === 0;

function playwrightsOwn(root) {
  const ask = `console.log(require('@playwright/test').chromium.executablePath())`;
  const node = path.join(root, 'node_modules', '.bin', 'node');
  const result = spawnSync(existsSync(node) ? node : process.execPath, ['-e', ask], {
    cwd: root,
    encoding: 'utf8',
  });
  return result.stdout?.trim() || null;
}

function run(root, command, args) {
  return (
    spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: process.env })
      .status === 0
  );
}

/** Debian's packages may be installed. */
const hasPackages = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** The shell has to be of the same build as the browser; without one the browser does its work. */
function noteShell(root, browser) {
  const note = path.join(root, 'node_modules', '.arimas-browser-shell');
  const version = (at) => /\d+(\.\d+)+/.exec(spawnSync(at, ['--version'], { encoding: 'utf8' }).stdout)?.[0];
  const isOurs = (at) => works(at) && version(at) === version(browser);
  rmSync(note, { force: true });
  if (process.env.CHROMIUM_PATH) return;
  const isDebians = browser === '/usr/bin/chromium' && hasPackages();
  if (!isOurs(onPath(shellNames)) && isDebians)
    run(root, 'apt-get', ['install', '-y', '-qq', 'chromium-headless-shell']);
  const found = onPath(shellNames);
  if (isOurs(found)) writeFileSync(note, found);
}

/** In this order: named, on the path, Playwright's own, Playwright's download, Debian's package, a package of npm. */
/* oxlint-disable-next-line consistent-return -- ends the process instead */
export function findBrowser(root) {
  const note = path.join(root, 'node_modules', '.arimas-browser');
  const known = existsSync(note) ? readFileSync(note, 'utf8') : null;
  const steps = [
    () => process.env.CHROMIUM_PATH ?? null,
    () => known,
    () => onPath(names),
    () => playwrightsOwn(root),
    () => {
      console.log('Installing a browser for the tests ...');
      const node = path.join(root, 'node_modules', '.bin', 'node');
      const cli = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js');
      return run(root, existsSync(node) ? node : process.execPath, [cli, 'install', 'chromium'])
        ? playwrightsOwn(root)
        : null;
    },
    () => {
      if (!hasPackages()) return null;
      run(root, 'apt-get', ['update', '-qq']);
      return run(root, 'apt-get', ['install', '-y', '-qq', 'chromium']) ? onPath(names) : null;
    },
    () => {
      const folder = path.join(root, 'node_modules', '.cache', 'browser');
      if (
        !run(root, 'npm', [
          'install',
          '--prefix',
          folder,
          '--no-save',
          '--no-audit',
          '--no-fund',
          '@sparticuz/chromium@153.0.0',
        ])
      )
        return null;
      const require = createRequire(path.join(folder, 'package.json'));
      const ask = `import(${JSON.stringify(require.resolve('@sparticuz/chromium'))}).then((m) => m.default.executablePath()).then(console.log)`;
      const node = path.join(root, 'node_modules', '.bin', 'node');
      return (
        spawnSync(existsSync(node) ? node : process.execPath, ['-e', ask], {
          encoding: 'utf8',
        }).stdout?.trim() || null
      );
    },
  ];
  for (const step of steps) {
    const found = step();
    if (!works(found)) continue;
    writeFileSync(note, found);
    noteShell(root, found);
    return found;
  }
  console.error('No Chromium was found and none could be installed: set CHROMIUM_PATH to one.');
  process.exit(1);
}
