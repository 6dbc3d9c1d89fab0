/** ms before a reading that failed is tried again: twice as long each time, up to the longest. */
const pauses = { first: 250, longest: 5_000 };

export interface ReadAnewOptions {
  read: () => Promise<void>;
  report: (error: unknown) => void;
  /** ms to wait before the next reading begins, so that a crowd of notices leads to one. */
  rest?: () => number;
}

/**
 * Something kept in memory that is read anew after a notice, until it was read: a reading that fails, because the
 * database is away for a moment, is tried again, or the old state would be served for ever. Notices that come during a
 * reading lead to one more.
 */
export class ReadAnew {
  readonly #options: ReadAnewOptions;
  #staleSince: number | null = null;
  #isAsked = false;
  #running: Promise<void> | null = null;
  #isClosed = false;
  #endPause = () => {};

  constructor(options: ReadAnewOptions) {
    this.#options = options;
  }

  /** For a notice that something changed. */
  changed(): void {
    if (this.#isClosed) return;
    this.#staleSince ??= performance.now();
    this.#isAsked = true;
    this.#endPause();
    this.#running ??= this.#run();
  }

  /** ms since the oldest notice that is not read yet; 0: nothing is waited for. */
  get behind(): number {
    return this.#staleSince === null ? 0 : performance.now() - this.#staleSince;
  }

  /** Resolves when no reading is under way. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Waits before the next try; a notice, which is a word of the database, ends that at once. @returns whether one came */
  #pauseFor(pause: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.#endPause = () => resolve(true);
      setTimeout(() => resolve(false), pause).unref();
    });
  }

  async #run(): Promise<void> {
    let { first: pause } = pauses;
    while (this.#isAsked && !this.#isClosed) {
      const rest = this.#options.rest?.() ?? 0;
      if (rest > 0) await sleep(rest);
      this.#isAsked = false;
      const startedAt = performance.now();
      try {
        await this.#options.read();
        // What was noticed meanwhile may not be in it.
        this.#staleSince = this.#isAsked ? startedAt : null;
        pause = pauses.first;
      } catch (error) {
        if (this.#isClosed) break;
        this.#options.report(error);
        this.#isAsked = true;
        pause = (await this.#pauseFor(pause)) ? pauses.first : Math.min(pause * 2, pauses.longest);
      }
    }
    this.#running = null;
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
