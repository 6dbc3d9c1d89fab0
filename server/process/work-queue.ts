import { busy } from '#server/errors/api-failure.ts';

/** How many jobs may wait, in all and of one client. */
export interface QueueBounds {
  all: number;
  ofOne: number;
  /** Urgent jobs of one client that run at once; without it as many as there are places. */
  atOnce?: number;
  /**
   * ms that a job may wait, judged by the pace of those before it: what would come later is of no more use to whoever asked,
   * and whoever asks again only makes the line longer.
   */
  wait?: number;
}

/**
 * Runs at most `width` jobs at once. Urgent ones go before those that can wait; clients take turns, each in the order of its
 * own jobs, so that one who asks for much waits for himself.
 */
export class WorkQueue {
  readonly #width: number;
  readonly #bounds: QueueBounds;
  #running = 0;
  #waiting = 0;
  /** By client, in the order of their turns. */
  readonly #urgent = new Map<string, (() => void)[]>();
  readonly #patient: (() => void)[] = [];
  /** Urgent jobs that run, by client. */
  readonly #runningOf = new Map<string, number>();
  /** ms that a job takes, smoothed over some eight jobs; each counts, so that a time that hung is soon forgotten. */
  #took = 0;
  /** Told when nothing runs any more. */
  readonly #idle = new Set<() => void>();

  constructor(width: number, bounds: QueueBounds = { all: Infinity, ofOne: Infinity }) {
    this.#width = width;
    this.#bounds = bounds;
  }

  /** Jobs that wait for a place. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Jobs that run or wait. */
  get load(): number {
    return this.#running + this.#waiting;
  }

  /** Resolves once nothing runs, after `longest` ms at the latest: for work beside the queue that nobody waits for. */
  async idle(longest: number): Promise<void> {
    if (this.load === 0) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#idle.delete(done);
        resolve();
      };
      const timer = setTimeout(done, longest).unref();
      this.#idle.add(done);
    });
  }

  /**
   * @param isUrgent somebody waits for it
   * @param client whose turn it takes
   * @throws ApiFailure 503 `server.busy` with Retry-After where more would wait than may
   */
  async run<T>(job: () => Promise<T>, isUrgent = true, client = ''): Promise<T> {
    const askedAt = performance.now();
    if (this.#running < this.#width && !(isUrgent && this.#hasEnough(client))) this.#begin(isUrgent, client);
    else await this.#turn(isUrgent, client);
    const begunAt = performance.now();
    const { wait = Infinity } = this.#bounds;
    try {
      // The pace slackened while it waited.
      if (begunAt - askedAt > 2 * wait) throw busy(2);
      return await job().finally(() => {
        this.#took += (performance.now() - begunAt - this.#took) / 8;
      });
    } finally {
      this.#running -= 1;
      if (isUrgent) this.#end(client);
      // The place goes on to the next one: nobody who comes meanwhile takes it too.
      this.#next()?.();
      if (this.load === 0) for (const done of this.#idle) done();
    }
  }

  /** One client shall not have all places: those who come next would wait for all that it has begun. */
  #hasEnough(client: string): boolean {
    return (this.#runningOf.get(client) ?? 0) >= (this.#bounds.atOnce ?? Infinity);
  }

  #begin(isUrgent: boolean, client: string): void {
    this.#running += 1;
    if (isUrgent) this.#runningOf.set(client, (this.#runningOf.get(client) ?? 0) + 1);
  }

  #end(client: string): void {
    const left = (this.#runningOf.get(client) ?? 1) - 1;
    if (left === 0) this.#runningOf.delete(client);
    else this.#runningOf.set(client, left);
  }

  /** For what is best refused before anything is done for it. @throws as `run` where one more would wait too long */
  refuseLate(client = ''): void {
    if (this.#running < this.#width && !this.#hasEnough(client)) return;
    if (this.#waiting >= this.#bounds.all) throw busy(2);
    // In its turn: of others only as many go before as it has itself, so that who asks for much makes nobody else late.
    const own = (this.#urgent.get(client)?.length ?? 0) + 1;
    let before = own;
    for (const [other, line] of this.#urgent) if (other !== client) before += Math.min(line.length, own);
    // It goes no faster than its own places let it.
    const expected = Math.max(
      (before * this.#took) / this.#width,
      (own * this.#took) / Math.min(this.#width, this.#bounds.atOnce ?? Infinity),
    );
    if (expected > (this.#bounds.wait ?? Infinity)) throw busy(1 + Math.ceil(expected / 1000));
  }

  #turn(isUrgent: boolean, client: string): Promise<void> {
    this.refuseLate(client);
    const line = isUrgent ? (this.#urgent.get(client) ?? []) : this.#patient;
    if (isUrgent && line.length >= this.#bounds.ofOne) throw busy(2);
    if (isUrgent) this.#urgent.set(client, line);
    this.#waiting += 1;
    return new Promise((resolve) => line.push(resolve));
  }

  /** The job whose turn it is, begun; undefined: there is none that may. */
  #next(): (() => void) | undefined {
    for (const [client, line] of this.#urgent) {
      if (this.#hasEnough(client)) continue;
      const next = line.shift();
      this.#urgent.delete(client);
      // To the end of the turns.
      if (line.length > 0) this.#urgent.set(client, line);
      return this.#started(next, true, client);
    }
    return this.#started(this.#patient.shift(), false, '');
  }

  #started(next: (() => void) | undefined, isUrgent: boolean, client: string): (() => void) | undefined {
    if (next === undefined) return undefined;
    this.#waiting -= 1;
    this.#begin(isUrgent, client);
    return next;
  }
}
