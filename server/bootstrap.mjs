// Plain JavaScript without dependencies: runs on any Node from 20.19 on, before anything is installed.
// Brings the checkout to where the next command needs it: packages, and with --build the built shop,
// with --browser a browser for the end-to-end tests. Each step is skipped when nothing changed since.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecentEnough, ownNode, versionOf } from './own-node.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const onWindows = process.platform === 'win32';
const wanted = new Set(process.argv.slice(2));

function fingerprint(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** Contents, not dates: git changes the dates of files that did not change. */
function contentsOf(entries) {
  const files = [];
  const walk = (at) => {
    const stat = statSync(at, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) for (const name of readdirSync(at).sort()) walk(path.join(at, name));
    else if (!/\.test\.tsx?$/.test(at)) files.push(path.relative(root, at), readFileSync(at));
  };
  for (const entry of entries) walk(path.join(root, entry));
  return files;
}

function once(stampFile, want, doing, work) {
  const stamp = path.join(root, stampFile);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return;
  console.log(doing);
  if (!work()) process.exit(1);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, want);
}

function install() {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // NODE_ENV=production or omit=dev around us would leave out the build tools.
  const env = { ...process.env, NODE_ENV: '', npm_config_omit: '', npm_config_production: '' };
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit', env })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', env, shell: onWindows });
  if (result.status !== 0) console.error('The packages could not be installed: see the lines above.');
  return result.status === 0;
}

function checkRuntime() {
  const version = versionOf(ownNode());
  if (isRecentEnough(version)) return;
  console.error(
    `Node ${version} is too old and the project brings none for ${process.platform}-${process.arch}: install Node 24.`,
  );
  process.exit(1);
}

function build() {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  return [[], ['--ssr']].every((more) => {
    const result = spawnSync(ownNode(), [vite, 'build', '--logLevel', 'warn', ...more], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: onWindows,
    });
    // Advice to builders (`npm run build` shows it) is no concern of whoever starts a shop; what failed is.
    if (result.status !== 0) console.error(`${result.stdout ?? ''}${result.stderr ?? ''}`);
    return result.status === 0;
  });
}

const lock = readFileSync(path.join(root, 'package-lock.json'));
once(
  'node_modules/.arimas-installed',
  fingerprint([lock, `${process.platform}-${process.arch}`]),
  'Installing packages (about a minute) ...',
  install,
);
checkRuntime();
if (wanted.has('--build') || wanted.has('--browser')) {
  const sources = contentsOf([
    'src',
    'sw',
    'public',
    'locales',
    'index.html',
    'vite.config.ts',
    'vite',
    'lingui.config.ts',
    'package-lock.json',
  ]);
  once('dist/.built', fingerprint(sources), 'Building the shop (some seconds) ...', build);
}
if (wanted.has('--browser')) {
  const { findBrowser } = await import('#tests/find-browser.mjs');
  findBrowser(root);
}
