/**
 * What belongs to the first look of a page, and when a visit needs the rest: the build splits texts, names files ahead, lists what
 * scripts need and puts modules together (script-groups.ts) by it.
 */
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

/** Parts are hydrated later (src/ui/deferred.tsx). */
export const isPart = (module: string): boolean => module.endsWith('-part.tsx');

/** Files beside these screens that the first look is made of (tests/build.test.ts looks). */
const firstParts =
  /^src\/(app\/|routes\/root-layout\.|features\/(site-frame\/(default-frame|not-yet|last-resort|main-part|information-bar)|listing\/sub-categories)\.|ui\/(breadcrumbs|rich-text|live-region|link)\.)/;

/** A source whose sentences the first look says (split-messages.ts). */
export const saysFirst = (file: string): boolean => firstParts.test(file) || firstScreens.includes(file);

/** What every screen of the installed shop begins with: the start, the frame around it, what the device has saved. */
export const ofEveryStart = (module: string): boolean =>
  module.endsWith(`/${moments.start}`) ||
  module.endsWith(`/${moments.saved}`) ||
  /\/site-frame\/(header|footer|information-bar|status-strip)-part\.tsx$/.test(module);

/** Scripts that every page has: they name all that the parts they fetch will need, and others only its styles. */
export const isOfEveryPage = (file: string): boolean => /^assets\/(index|boot|frame)/.test(file);
