/**
 * Which modules of the page the build puts into one script, told by who imports them. By itself the bundler makes a script of each
 * set of modules that the same scripts need, and of those there were a hundred and fifty. Each costs a request, a copy on the device
 * and a question to the worker at every start.
 *
 * The rules are asked in their order, and the first that holds names the script. What holds for a module holds for all that it
 * imports, or an earlier rule does: so a script needs none of those below it, and draws in nothing that belongs elsewhere. A
 * module that no rule names is placed by the bundler.
 */
import { resolve } from 'node:path';
import { normalizePath, type Rolldown } from 'vite';
import { firstScreens, moments } from './first-look.ts';
import { readFacts, sharedBy, type Facts, type ModuleGraph, type Roots } from './module-facts.ts';

/** What the bundler itself puts beneath every script. */
const ofBundler = /vite\/preload-helper|rolldown\/runtime/;
/** Of libraries that every page has, what is asked for only once somebody changes something. */
const ofChanges = /\/(mutationObserver|useMutation(State)?)\.js$/;

/** The script of each module. */
export function planScripts(graph: ModuleGraph, roots: Roots): Map<string, string> {
  const facts = readFacts(graph, roots);
  const plan = new Map<string, string>();
  for (const module of facts.all) {
    const script = scriptOf(module, facts);
    if (script !== null) plan.set(module, script);
  }
  return plan;
}

function scriptOf(module: string, facts: Facts): string | null {
  const need = facts.need(module);
  if (ofBundler.test(module)) return 'first-look';
  // What the entry needs before everything else, and others after it.
  if (facts.ofEntry.has(module)) return need > 0 ? 'first-look' : null;
  // The server names them by the build's manifest.
  if (facts.isOwnScript(module)) return null;

  const starts = facts.startsOf(module);
  if (starts.length > 0) {
    // The libraries of every page: together they compress better, and outlive our own changes.
    if (module.includes('/node_modules/')) return ofChanges.test(module) ? 'mutations' : 'libraries';
    if (need < 2) return null;
    // What every first screen is drawn with, and what most others are too.
    if (facts.isOfFrame(starts) || facts.isOfMost(module)) return 'frame';
    return sharedBy(starts);
  }

  const parts = facts.partsOf(module);
  // Small things that most are made of, or the parts of the frame; what lines of a cart have too; and goods as cards, in
  // lists and rows.
  if (facts.isOfParts(module)) {
    if (facts.isOfMost(module) || facts.framePartsOf(module) > 1) return 'kit';
    return facts.isOfMany(module) ? 'line-kit' : 'cards';
  }
  // What a question to the shop takes, and what its answers are checked with, as forms are.
  if (facts.ofCalls.has(module)) return 'calls';
  if (facts.ofAnswers.has(module) && facts.isOfMany(module))
    return facts.isChecked(module) ? 'schemas' : 'calls';
  if (facts.ofAnswers.has(module)) return null;
  // What a visit does once it is at rest, and a start from the device at once: the outbox, which whoever shows a cart needs
  // too; saved answers, link, worker.
  if (facts.ofRest.has(module)) {
    if (facts.isOfMost(module)) return facts.lent.has(module) ? 'outbox-kit' : 'outbox';
    return facts.lent.has(module) ? 'rest-kit' : 'at-rest';
  }
  // What every form is made of; the one for letters stands below each page.
  if (facts.ofForms.has(module)) return 'forms';
  return parts.length > 0 && need > 1 && facts.isLight(module) ? sharedBy(parts) : null;
}

/** Scripts in the order of the rules: those that one of them needs stand above it. */
const order = [
  /^first-look$/,
  /^libraries$/,
  /^mutations$/,
  /^frame$/,
  /(?<!-part)-shared$/,
  /^kit$/,
  /^line-kit$/,
  /^cards$/,
  /^calls$/,
  /^schemas$/,
  /^outbox-kit$/,
  /^outbox$/,
  /^rest-kit$/,
  /^at-rest$/,
  /^forms$/,
  /-part-shared$/,
];

/** The line of the order that a script stands in. */
export const lineOf = (script: string): number => order.findIndex((scripts) => scripts.test(script));

/** The plan as the bundler takes it: a group for each line of the order, the highest priority first. */
export function splitScripts(): Rolldown.CodeSplittingGroup[] {
  let plan: Map<string, string> | undefined;
  const known = (file: string) => normalizePath(resolve(file));
  const planOf = (context: Parameters<Rolldown.CodeSplittingNameFunction>[1]) =>
    planScripts(
      {
        importsOf: (module) => context.getModuleInfo(module)?.importedIds ?? [],
        fetchesOf: (module) => context.getModuleInfo(module)?.dynamicallyImportedIds ?? [],
        sizeOf: (module) => context.getModuleInfo(module)?.code?.length ?? 0,
      },
      {
        entry: known(moments.entry),
        start: known(moments.start),
        call: known(moments.call),
        atRest: known(moments.atRest),
        saved: known(moments.saved),
        screens: firstScreens.map(known),
      },
    );
  return order.map((_, line) => ({
    name: (module, context) => {
      const script = (plan ??= planOf(context)).get(module);
      return script !== undefined && lineOf(script) === line ? script : null;
    },
    priority: order.length - line,
  }));
}
