/** Runs at most `width` jobs at once, the others in the order in which they came; urgent ones before those that can wait. */
export class WorkQueue {
  readonly #width: number;
  #running = 0;
  readonly #urgent: (() => void)[] = [];
  readonly #patient: (() => void)[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  /** Jobs that wait for a place. */
  get waiting(): number {
    return this.#urgent.length + this.#patient.length;
  }

  /** Jobs that run or wait. */
  get load(): number {
    return this.#running + this.waiting;
  }

  /** @param isUrgent somebody waits for it */
  async run<T>(job: () => Promise<T>, isUrgent = true): Promise<T> {
    if (this.#running < this.#width) this.#running += 1;
    else await new Promise<void>((resolve) => (isUrgent ? this.#urgent : this.#patient).push(resolve));
    try {
      return await job();
    } finally {
      const next = this.#urgent.shift() ?? this.#patient.shift();
      // The place goes on to the next one: nobody who comes meanwhile takes it too.
      if (next) next();
      else this.#running -= 1;
    }
  }
}
