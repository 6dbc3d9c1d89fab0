/**
 * What belongs to the first look of a page, and when a visit needs the rest: the build splits texts, names files ahead, lists what
 * scripts need and puts modules together (script-groups.ts) by it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { routeTable, type RouteRow } from '../src/contract/route-table.ts';

/** The screens that a first visit may begin with; what they and the start import belongs to the first look. */
export const firstScreens = [
  ...new Set(
    Object.values<RouteRow>(routeTable).flatMap(({ first, screen }) =>
      first && screen !== undefined ? [`src/routes/screens/${screen}.tsx`] : [],
    ),
  ),
];

/** The modules in which the moments of a visit begin. A build that does not find one of them ends. */
export const moments = {
  /** What the page names itself. */
  entry: 'index.html',
  /** The page is hydrated. */
  start: 'src/app/boot.tsx',
  /** Something is asked of the shop. */
  call: 'src/api/call.ts',
  /** Fetches what every page does at rest, one after the other; what only some need is fetched from there. */
  atRest: 'src/app/start-up.ts',
  /** An open page of the device begins with its saved answers. */
  saved: 'src/offline/storage/saved-queries.ts',
} as const;

/** Parts are hydrated later (src/ui/hydration/deferred.tsx). */
export const isPart = (module: string): boolean => module.endsWith('-part.tsx');

/** The spellings of an import across rooms: `#ui` for `src/ui`. */
const { imports: rooms } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Record<string, string>;
};
const importing = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;

/** A file of ours that another one names; undefined for a library. */
function fileOf(name: string, from: string): string | undefined {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(from), name);
  const room = rooms[name.replace(/\/.*/, '/*')];
  return room && path.posix.join(room.replace('*', ''), name.slice(name.indexOf('/')));
}

/** These files and whatever they import, with their text: read here, since texts are parted before the bundler has its graph. */
function readSources(from: readonly string[]): Map<string, string> {
  const sources = new Map<string, string>();
  const wanted = new Set<string | undefined>(from);
  for (const file of wanted) {
    if (file === undefined || !/\.tsx?$/.test(file)) continue;
    const source = readFileSync(file, 'utf8');
    sources.set(file, source);
    for (const [, name = ''] of source.matchAll(importing)) wanted.add(fileOf(name, file));
  }
  return sources;
}
const ofStart = readSources([moments.start]);
const ofFirstLook = readSources([moments.start, ...firstScreens]);

/** A source whose sentences the first look says (split-messages.ts; tests/build.test.ts looks). */
export const saysFirst = (file: string): boolean => ofFirstLook.has(file);

/** Parts that the installed shell fetches at its start, as whoever puts them into the frame says (src/ui/hydration/deferred.tsx). */
const earlyParts = [...ofStart].flatMap(([file, source]) =>
  /\bearly: true\b/.test(source)
    ? [...source.matchAll(/\bimport\('([^']+)'\)/g)].flatMap(([, name = '']) => fileOf(name, file) ?? [])
    : [],
);
const startOfShell = [moments.start, moments.saved, ...earlyParts];

/** What every screen of the installed shop begins with: the start, the frame around it, what the device has saved. */
export const ofEveryStart = (module: string): boolean =>
  startOfShell.some((file) => module.endsWith(`/${file}`));

/** Scripts that every page has: they name all that the parts they fetch will need, and others only its styles. */
export const isOfEveryPage = (file: string): boolean => /^assets\/(index|boot|frame)/.test(file);
