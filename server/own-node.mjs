// Plain JavaScript without dependencies: runs on any Node from 20.19 on, before anything is installed.
// Which Node the shop runs on: the one that comes with the packages, since that of the machine may be too old for it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const onWindows = process.platform === 'win32';

/** The Node of the project; where the packages bring none, the one that runs this. */
export function ownNode() {
  const local = path.join(root, 'node_modules', '.bin', onWindows ? 'node.cmd' : 'node');
  return existsSync(local) ? local : process.execPath;
}

export function versionOf(node) {
  if (node === process.execPath) return process.versions.node;
  const said = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8', shell: onWindows });
  return said.stdout?.trim() || '?';
}

/** Takes the types out of sources by itself, and keeps what it compiled. */
export function isRecentEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 22);
}
