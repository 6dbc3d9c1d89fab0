/**
 * What belongs to the first look of a page: the build splits texts, names files ahead and lists what scripts need by it. Which
 * modules share a script is in script-groups.ts.
 */
import { routeTable, type RouteRow } from '../src/contract/route-table.ts';

const firstScreens = Object.values<RouteRow>(routeTable).flatMap(({ first, screen }) =>
  first && screen !== undefined ? [screen] : [],
);
/** Files beside these screens that the first look is made of (tests/build.test.ts looks). */
const firstParts =
  /^src\/(app\/|routes\/root-layout\.|features\/(site-frame\/(default-frame|not-yet|last-resort|main-part|information-bar)|listing\/sub-categories)\.|ui\/(breadcrumbs|rich-text|live-region|link)\.)/;

/** A source whose sentences the first look says (split-messages.ts). */
export const saysFirst = (file: string): boolean =>
  firstParts.test(file) || firstScreens.some((screen) => file === `src/routes/screens/${screen}.tsx`);

/** What every screen of the installed shop begins with: the start, the frame around it, what the device has saved. */
export const ofEveryStart =
  /\/src\/(app\/boot\.tsx|offline\/storage\/saved-queries\.ts|features\/site-frame\/(header|footer|information-bar|status-strip)-part\.tsx)$/;

/** Scripts that every page has: they name all that the parts they fetch will need, and others only its styles. */
export const isOfEveryPage = (file: string): boolean => /^assets\/(index|boot|frame)/.test(file);
