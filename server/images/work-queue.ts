/** Runs at most `width` jobs at once; urgent ones (somebody waits) go before the others. */
export class WorkQueue {
  readonly #width: number;
  #running = 0;
  readonly #urgent: (() => void)[] = [];
  readonly #patient: (() => void)[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  /** Jobs that run or wait. */
  get load(): number {
    return this.#running + this.#urgent.length + this.#patient.length;
  }

  async run<T>(job: () => Promise<T>, isUrgent: boolean): Promise<T> {
    if (this.#running >= this.#width) {
      await new Promise<void>((resolve) => (isUrgent ? this.#urgent : this.#patient).push(resolve));
    }
    this.#running += 1;
    try {
      return await job();
    } finally {
      this.#running -= 1;
      (this.#urgent.shift() ?? this.#patient.shift())?.();
    }
  }
}
