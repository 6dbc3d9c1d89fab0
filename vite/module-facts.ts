/** What the graph of imports tells of each module of the page: who needs it, and at which moment of a visit (script-groups.ts). */
import { basename } from 'node:path';
import { isPart, type moments } from './first-look.ts';

/** The modules of the page by their whole paths. */
export interface ModuleGraph {
  /** What a module is nothing without. */
  importsOf: (module: string) => readonly string[];
  /** What it imports once it is needed. */
  fetchesOf: (module: string) => readonly string[];
  /** Characters. */
  sizeOf: (module: string) => number;
}

/** Modules of the graph in which the moments of a visit begin (first-look.ts). */
export type Roots = Record<keyof typeof moments, string> & { screens: readonly string[] };

/** Of all scripts that are fetched by themselves, those that need a module which most need, or many. */
const shareOf = { most: 1 / 7, many: 1 / 15 };
/** So much of the work at rest is little: who needs no more does not wait for all of it. */
const littleOfRest = 1 / 20;
/** What two first screens share is no script of its own below so many characters. */
const tooLittle = 2_500;
const checkLibrary = /\/node_modules\/zod\//;
const formLibrary = /\/node_modules\/react-hook-form\//;

export type Facts = ReturnType<typeof readFacts>;

/** @throws when a moment begins in a module that is not there */
export function readFacts(graph: ModuleGraph, roots: Roots) {
  const pages = readPages(graph, roots);
  const starts = readStarts(graph, roots, pages);
  const parts = readParts(graph, pages, starts);
  return { ...pages, ...starts, ...parts, ...readRest(graph, roots, pages, { ...starts, ...parts }) };
}

/** All modules, and how many scripts need each. */
function readPages({ importsOf, fetchesOf }: ModuleGraph, roots: Roots) {
  const reach = (from: Iterable<string>) => closure(from, importsOf);
  const all = closure([roots.entry], (module) => [...importsOf(module), ...fetchesOf(module)]);
  for (const root of Object.values(roots).flat())
    if (!all.has(root)) throw new Error(`${root} is no module of the page (vite/first-look.ts)`);
  /** Scripts that are fetched by themselves, each with all that it cannot do without. */
  const fetched = new Map(
    [...all].flatMap(fetchesOf).map((module): [string, Set<string>] => [module, reach([module])]),
  );
  const needs = countIn(fetched.values());
  const need = (module: string) => needs.get(module) ?? 0;
  const isFetchedPart = (module: string) => fetched.has(module) && isPart(module);
  return {
    all,
    reach,
    fetched,
    need,
    isOfMost: (module: string) => need(module) >= fetched.size * shareOf.most,
    isOfMany: (module: string) => need(module) >= fetched.size * shareOf.many,
    ofEntry: reach([roots.entry]),
    isFetchedPart,
    isOwnScript: (module: string) => isFetchedPart(module) || roots.screens.includes(module),
  };
}
type Pages = ReturnType<typeof readPages>;

/** The start and the first screens. */
function readStarts({ sizeOf }: ModuleGraph, { start, screens }: Roots, { all, reach }: Pages) {
  const starts = new Map([start, ...screens].map((root) => [root, reach([root])]));
  const startsOf = (module: string) => namesOf(starts, module);
  const sizes = new Map<string, number>();
  for (const module of all) {
    const script = sharedBy(startsOf(module));
    sizes.set(script, (sizes.get(script) ?? 0) + sizeOf(module));
  }
  return {
    starts,
    ofStart: reach([start]),
    /** Which of them need a module at once. */
    startsOf,
    /** What these share belongs to every first screen, or is too little to be kept from the others. */
    isOfFrame: (of: readonly string[]) =>
      of.includes(start) || of.length > 2 || (of.length > 1 && (sizes.get(sharedBy(of)) ?? 0) < tooLittle),
  };
}
type Starts = ReturnType<typeof readStarts>;

/** Parts of a start that are hydrated later, and the parts of those. */
function readParts(
  { importsOf, fetchesOf }: ModuleGraph,
  { reach, isFetchedPart }: Pages,
  { starts, ofStart }: Starts,
) {
  const partsOf = (modules: ReadonlySet<string>) =>
    [
      ...closure(modules, (module) => [...importsOf(module), ...fetchesOf(module).filter(isFetchedPart)]),
    ].filter(isFetchedPart);
  const partsOfStarts = [...starts.values()].map(partsOf);
  const ofParts = partsOfStarts.map(reach);
  const parts = new Map(partsOfStarts.flat().map((part) => [part, reach([part])]));
  const ofFrame = countIn(
    [...ofStart].flatMap((module) => fetchesOf(module).filter(isFetchedPart)).map((part) => reach([part])),
  );
  return {
    /** The parts that need a module. */
    partsOf: (module: string) => namesOf(parts, module),
    /** Whatever a visit begins with, a part of it needs the module. */
    isOfEveryVisit: (module: string) => ofParts.every((modules) => modules.has(module)),
    /** How many parts of the frame need it. */
    framePartsOf: (module: string) => ofFrame.get(module) ?? 0,
  };
}

/** Calls, the work at rest, and forms. */
function readRest(
  { fetchesOf, sizeOf }: ModuleGraph,
  roots: Roots,
  { all, reach, fetched, isOfMost, isOfMany }: Pages,
  { startsOf, partsOf, isOfEveryVisit }: Starts & ReturnType<typeof readParts>,
) {
  const ofCalls = reach([roots.call]);
  const ofRest = reach([
    roots.saved,
    // Parts are scripts of their own, and what a call fetches is not waited for by all.
    ...fetchesOf(roots.atRest).filter((module) => !isPart(module) && !fetchesOf(roots.call).includes(module)),
  ]);
  const ofForms = reach(
    [...all].filter(
      (module) => isOfMany(module) && [...reach([module])].some((one) => formLibrary.test(one)),
    ),
  );
  const isHeavy = (module: string) =>
    (ofRest.has(module) || ofForms.has(module) || checkLibrary.test(module)) &&
    !isOfEveryVisit(module) &&
    startsOf(module).length === 0;
  const isLight = (module: string) => ![...reach([module])].some(isHeavy);
  const isOfParts = (module: string) => partsOf(module).length > 1 && isLight(module);

  const isOfRestAlone = (module: string) =>
    ofRest.has(module) && !ofCalls.has(module) && startsOf(module).length === 0 && !isOfParts(module);
  const sum = (modules: readonly string[]) => modules.reduce((size, module) => size + sizeOf(module), 0);
  /** Of such work at rest, what is needed by scripts that need little else of it. */
  const lentOf = (isOne: (module: string) => boolean) => {
    const work = new Set([...all].filter((module) => isOfRestAlone(module) && isOne(module)));
    const little = sum([...work]) * littleOfRest;
    const borrowers = [...fetched].filter(([script]) => !ofRest.has(script)).map(([, modules]) => modules);
    const lent = new Set<string>();
    const elseNeeded = (modules: ReadonlySet<string>) =>
      [...modules].filter((module) => work.has(module) && !lent.has(module));
    // What is lent to one is needed by others too, and then it may be little that these need else.
    for (let before = -1; before < lent.size;) {
      before = lent.size;
      for (const needed of borrowers.map(elseNeeded))
        if (sum(needed) < little) for (const module of needed) lent.add(module);
    }
    return lent;
  };
  return {
    ofCalls,
    ofAnswers: reach(fetchesOf(roots.call)),
    /** It checks what it is given, by the library for that. */
    isChecked: (module: string) => [...reach([module])].some((one) => checkLibrary.test(one)),
    ofRest,
    /** Some who need it need little else of the work at rest, and do not wait for that. */
    lent: new Set([...lentOf(isOfMost), ...lentOf((module) => !isOfMost(module))]),
    /** What forms that many have are made of. */
    ofForms,
    /** It draws in neither the work at rest nor the libraries of forms and checks, each of them more than all first parts together. */
    isLight,
    /** Several parts share it, and it is light. */
    isOfParts,
  };
}

/** What a first screen, or a part of it, shares with what comes later. */
export const sharedBy = (modules: readonly string[]): string => [...modules.map(nameOf), 'shared'].join('-');
/** Name of a file without its ending. */
const nameOf = (module: string) => basename(module).replace(/\..*$/, '');

const namesOf = (sets: ReadonlyMap<string, ReadonlySet<string>>, module: string) =>
  [...sets].filter(([, modules]) => modules.has(module)).map(([name]) => name);

function closure(from: Iterable<string>, next: (module: string) => readonly string[]): Set<string> {
  const found = new Set(from);
  for (const module of found) for (const more of next(module)) found.add(more);
  return found;
}

/** In how many of the sets each module stands. */
function countIn(sets: Iterable<ReadonlySet<string>>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const module of set) counts.set(module, (counts.get(module) ?? 0) + 1);
  return counts;
}
