/**
 * Parts of a page whose scripts are not fetched for the first paint: the server renders them like all others, the
 * browser shows that markup at once, and makes it live when it is needed. `deferred-x.tsx` is what a screen uses, the part itself is in
 * `x-part.tsx`: by that ending the server finds its styles for the page.
 */
import {
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { firstSign, isShell } from './pre-hydration-events.ts';
import { retryScript } from './retry-script.ts';
import { useHydrated } from './use-hydrated.ts';

interface Need {
  /** Says something that no touch asks for (the cart's count): hydrated at the first idle moment. */
  idle?: boolean;
  /** Of every page of its kind: the installed shell fetches it beside the screen, not after it. */
  early?: boolean;
  /** The page is nothing without it: it is wanted as if somebody had pressed in it. */
  whole?: boolean;
  /** Stands in the place of a part that the server did not draw, until it is there. */
  instead?: ReactNode;
}

let idle: () => void = () => {};
const firstIdle = new Promise<void>((resolve) => {
  idle = resolve;
});
let prepare: () => Promise<unknown> = async () => {};

/** The page has nothing to do: the parts that speak by themselves may come. */
export function openIdleParts(): void {
  idle();
}

/** What every part needs before it can show (its texts); asked for when the first of them comes. */
export function partsNeed(more: () => Promise<unknown>): void {
  prepare = more;
}

/** Fetched beside the screen that the installed shell opens with. */
const early: Promise<unknown>[] = [];
let areThere = false;

/**
 * Resolves when the parts of the first screen can be drawn with it. Whatever React has shown a stand-in for, it leaves
 * so for 300 ms, and an installed shell has its scripts on the device: waiting for them is shorter.
 */
export async function earlyParts(): Promise<void> {
  await Promise.all([...early, prepare()]);
  areThere = true;
}

/**
 * Opens a part that the server did not draw: nothing stands in its place, so it is wanted now. Beside the boundary and
 * not around it: an update around it would make React give up the server's markup.
 */
function OpenUnlessDrawn({ open }: { open: () => void }) {
  const takesOver = !useHydrated();
  const [isDrawn] = useState(takesOver);
  if (!isDrawn) open();
  return null;
}

const isSame = (one: object, other: object) => {
  const [first, second] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const names = Object.keys(first);
  return (
    names.length === Object.keys(second).length && names.every((name) => Object.is(first[name], second[name]))
  );
};

/** A part of the page; without a `need` it is hydrated with the visitor's first input. */
export function deferred<P extends object>(
  load: () => Promise<ComponentType<P>>,
  need: Need = {},
): ComponentType<P> {
  const begun = need.early === true && isShell ? load() : undefined;
  let ready: ComponentType<P> | undefined;
  /** From then on it is given what is new. */
  let isLoaded = import.meta.env.SSR;
  const keep = async (coming: Promise<ComponentType<P>>) => {
    ready = await coming;
    isLoaded = true;
  };
  // One that does not come is asked for again by whoever draws it.
  if (begun) early.push(keep(begun).catch(() => {}));
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let come: Promise<unknown> | undefined;
  const bring = async () => {
    // On the server nothing waits.
    if (!import.meta.env.SSR) {
      await Promise.race([firstSign, opened, ...(need.idle === true ? [firstIdle] : [])]);
    }
    let first = begun;
    const [part] = await retryScript(
      () => {
        const coming = first ?? load();
        first = undefined;
        return Promise.all([coming, prepare()]);
      },
      need.whole && !import.meta.env.SSR,
    );
    isLoaded = true;
    return { default: part };
  };
  const Part = lazy(() => {
    const coming = bring();
    come = coming;
    return coming;
  });
  return function Later(props: P) {
    const [first] = useState(props);
    const [, setShown] = useState(0);
    const [Shown] = useState(() => (areThere && ready ? ready : Part));
    const isNews = !isSame(first, props);
    // Something changed in a part that is not hydrated: it is wanted now. Until it is there React must not hear of the change,
    // or it would take the server's markup away.
    if (isNews) open();
    const waits = isNews && !isLoaded;
    useEffect(() => {
      if (waits) void come?.then(() => setShown((count) => count + 1));
    }, [waits]);
    const given = isNews && !waits ? props : first;
    const part = useMemo(
      () => (
        <Suspense fallback={need.instead}>
          <Shown {...given} />
        </Suspense>
      ),
      [given, Shown],
    );
    return (
      <>
        <OpenUnlessDrawn open={open} />
        {part}
      </>
    );
  };
}

/**
 * A part that no page begins with: fetched when it is shown for the first time, and asked for until it comes. Whatever React is
 * told that it cannot have, it takes the whole screen away for.
 * @param isWanted somebody pressed for it, and is told when it does not come
 */
export function onDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
  isWanted = false,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await retryScript(load, isWanted) }));
}
