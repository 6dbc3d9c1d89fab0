import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { ImageJob, ImageResult } from './image-worker.ts';

type Waiting = { resolve: (bytes: Uint8Array<ArrayBuffer>) => void; reject: (error: Error) => void };

const workerFile = path.join(import.meta.dirname, 'image-worker.ts');
/** After this long without work, ms, the worker's memory is given back. */
const idleMs = 20_000;

/** Hands pictures to the worker process; starts it at the first one and ends it when there is nothing to do. */
export class ImageMaker {
  #child: ChildProcess | null = null;
  #next = 1;
  #idle: NodeJS.Timeout | null = null;
  readonly #waiting = new Map<number, Waiting>();

  async make(job: Omit<ImageJob, 'id'>): Promise<Uint8Array<ArrayBuffer>> {
    const child = this.#worker();
    if (this.#idle) clearTimeout(this.#idle);
    const id = this.#next;
    this.#next += 1;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        child.ref();
        child.channel?.ref();
        child.send({ ...job, id }, (error) => {
          if (error) reject(error);
        });
      });
    } finally {
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#rest();
    }
  }

  /** Nothing waits: the worker no longer keeps the shop's process running, and ends soon. */
  #rest(): void {
    const child = this.#child;
    if (!child) return;
    child.unref();
    child.channel?.unref();
    this.#idle = setTimeout(() => {
      if (this.#waiting.size === 0 && child.connected) child.disconnect();
    }, idleMs).unref();
  }

  #worker(): ChildProcess {
    if (this.#child?.connected) return this.#child;
    const child = fork(workerFile, {
      serialization: 'advanced',
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (message) => {
      const result = message as ImageResult;
      const waiting = this.#waiting.get(result.id);
      if ('error' in result) waiting?.reject(new Error(result.error));
      else waiting?.resolve(new Uint8Array(result.bytes));
    });
    const lost = (): void => {
      if (this.#child !== child) return;
      this.#child = null;
      for (const { reject } of this.#waiting.values()) reject(new Error('The picture worker ended'));
    };
    child.once('exit', lost);
    child.once('error', lost);
    this.#child = child;
    return child;
  }

  close(): void {
    if (this.#idle) clearTimeout(this.#idle);
    if (this.#child?.connected) this.#child.disconnect();
  }
}
