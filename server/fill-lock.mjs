// Adds to package-lock.json the platform packages that `npm install` left out on this machine, so that
// `npm ci` accepts the lock file on every other one. Run after each change of the dependencies.
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));
const packages = lock.packages;
const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openharmony',
  'openbsd',
  'win32',
  'sunos',
  'aix',
  'netbsd',
];
const processors = {
  ia32: 'ia32',
  x64: 'x64',
  arm64: 'arm64',
  armv7: 'arm',
  arm: 'arm',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  wasm32: 'wasm32',
};

function isLocked(from, name, version) {
  for (let folder = from; ;) {
    const hit = packages[`${folder ? `${folder}/` : ''}node_modules/${name}`];
    if (hit && (hit.version === version || !/^\d/.test(version))) return true;
    if (!folder) return false;
    const cut = folder.lastIndexOf('/node_modules/');
    folder = cut < 0 ? '' : folder.slice(0, cut);
  }
}

let added = 0;
for (const [at, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!/^\d/.test(version) || isLocked(at, name, version)) continue;
    const words = name
      .split('/')
      .at(-1)
      .replace(/^.*?(?=(android|darwin|freebsd|linux|openharmony|openbsd|win32|wasm32))/, '')
      .split('-');
    const os = systems.find((system) => words.includes(system));
    const cpu = Object.keys(processors).find((processor) => words.includes(processor));
    if (!os && !cpu) continue;
    const parent = at.slice(0, at.lastIndexOf('node_modules/'));
    packages[`${parent}node_modules/${name}`] = {
      version,
      optional: true,
      ...(entry.dev ? { dev: true } : {}),
      ...(cpu ? { cpu: [processors[cpu]] } : {}),
      ...(os ? { os: [os] } : {}),
      ...(words.includes('musl')
        ? { libc: ['musl'] }
        : words.includes('gnu') && os === 'linux'
          ? { libc: ['glibc'] }
          : {}),
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} platform packages added`);
