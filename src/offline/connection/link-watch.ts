/**
 * Watches the link: takes reports of requests, asks the shop itself when they leave a doubt, and while it is away, in
 * paces. The question is `/readyz`: a few bytes past every cache, with the shop's marker on its answer.
 */
import { header, apiMarker } from '#contract/calls/endpoints.ts';
import { outcomeOf, type RequestOutcome } from '#lib/request-outcome.ts';
import { connectivity, noteAnswer, setConnectivity, type Connectivity } from './connectivity.ts';
import { afterProbe, afterRequest, isAway, nextPause, type Link } from './link-state.ts';
import type { ToPage } from './worker-messages.ts';

/** Everything the watch touches; tests give their own. */
export interface LinkWorld {
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  /** ms of a clock that never goes back. */
  now: () => number;
  hint: () => boolean;
  /** Nobody looks: nothing is asked. */
  isHidden: () => boolean;
  after: (ms: number, work: () => void) => () => void;
  change: (state: Connectivity) => void;
  answered: () => void;
}

/** With a doubt an answer must come within this time (ms), so that five seconds tell the truth. */
const probeLimit = 2_400;
/** A page that came from the device and heard of no request for so long (ms) asks by itself. */
const silenceLimit = 2_000;

export function createLinkWatch(world: LinkWorld, initial: Connectivity) {
  let link: Link = { state: initial, quick: 0 };
  let asked = 0;
  let awaySince = world.now();
  let cancel: (() => void) | undefined;
  let running: Promise<boolean> | undefined;
  let hasHeard = false;
  /** How often the network went; a question that was asked before proves nothing afterwards. */
  let losses = 0;

  function take(next: Link): void {
    if (isAway(next.state) && !isAway(link.state)) {
      awaySince = world.now();
      asked = 0;
    }
    const changed = next.state !== link.state;
    link = next;
    if (changed) world.change(link.state);
    plan();
  }

  function hear(outcome: RequestOutcome): void {
    hasHeard = true;
    if (outcome === 'answered') world.answered();
  }

  function plan(): void {
    cancel?.();
    cancel = undefined;
    const pause = nextPause(link.state, asked, world.now() - awaySince);
    if (pause === null || running || world.isHidden()) return;
    cancel = world.after(pause, () => void probe());
  }

  async function ask(): Promise<boolean> {
    const startedAt = world.now();
    const lossesThen = losses;
    let outcome: RequestOutcome;
    try {
      const answer = await world.fetch('/readyz', {
        cache: 'no-store',
        credentials: 'omit',
        // A network's redirect to its sign-in page must not be followed: another origin would only look like a failure.
        redirect: 'manual',
        signal: AbortSignal.timeout(probeLimit),
      });
      await answer.text();
      outcome = outcomeOf(answer.status, answer.headers.get(header.marker) === apiMarker);
    } catch {
      outcome = 'unreachable';
    }
    running = undefined;
    asked += 1;
    hear(outcome);
    if (losses !== lossesThen && outcome === 'answered') {
      plan();
      return false;
    }
    take(afterProbe(link, outcome, world.now() - startedAt, world.hint()));
    return outcome === 'answered';
  }

  /** Asks the shop at once; one question at a time. */
  function probe(): Promise<boolean> {
    cancel?.();
    running ??= ask();
    return running;
  }

  function report(outcome: RequestOutcome, ms = 0): void {
    hear(outcome);
    const { link: next, doubt } = afterRequest(link, outcome, ms, world.hint());
    take(next);
    if (doubt) void probe();
  }

  /** The browser says that the network came or changed, or that somebody looks again. */
  function stir(): void {
    awaySince = world.now();
    asked = 0;
    if (link.state !== 'online') void probe();
  }

  /** The browser says that the network is gone: believed until a request proves it wrong. */
  const lost = () => {
    losses += 1;
    take({ state: 'offline', quick: 0 });
  };

  /** With everything at hand a page asks nothing; that the shop is away must show all the same. */
  function begin(): void {
    plan();
    world.after(silenceLimit, () => {
      if (!hasHeard && !world.isHidden()) void probe();
    });
  }

  return { report, probe, stir, lost, plan, begin };
}

const watch = createLinkWatch(
  {
    fetch: (address, init) => fetch(address, init),
    now: () => performance.now(),
    hint: () => navigator.onLine,
    isHidden: () => document.hidden,
    after: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    change: setConnectivity,
    answered: noteAnswer,
  },
  connectivity(),
);
export const { report, probe } = watch;
const { stir, lost, plan, begin } = watch;

addEventListener('offline', lost);
addEventListener('online', stir);
addEventListener('pageshow', (event) => {
  if (event.persisted) stir();
});
document.addEventListener('visibilitychange', () => (document.hidden ? plan() : stir()));
(navigator as { connection?: EventTarget }).connection?.addEventListener('change', stir);
// Reads that the worker answers from its copies say nothing here: it tells what became of its own requests.
navigator.serviceWorker?.addEventListener('message', (event: MessageEvent<ToPage>) => {
  if (event.data?.type === 'LINK') report(event.data.outcome, event.data.ms);
});
// It may have gone before this came.
if (!navigator.onLine) lost();
else if (navigator.serviceWorker?.controller) begin();
else plan();
