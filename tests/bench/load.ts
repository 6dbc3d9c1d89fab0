import { connect } from 'node:net';

export interface LoadResult {
  perSecond: number;
  /** ms */
  p50: number;
  p99: number;
  errors: number;
}

const connections = 10;

/**
 * A bounded load on loopback: `seconds` at 10 connections over the given addresses in turn, each connection asking
 * again when its answer is whole. Over bare sockets: the tools that read answers in JavaScript took more of the two
 * cores than the server that they measured.
 */
export async function load(url: string, paths: readonly string[], seconds: number): Promise<LoadResult> {
  const { hostname, port, host } = new URL(url);
  if (!['localhost', '127.0.0.1'].includes(hostname)) throw new Error('Loads run on loopback only');
  const times: number[] = [];
  let errors = 0;
  let next = 0;
  let isOver = false;
  const ask = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname).setNoDelay(true);
      let sentAt = 0;
      let left = 0;
      let head = '';
      let isChunked = false;
      const send = () => {
        if (isOver) {
          socket.end();
          resolve();
          return;
        }
        head = '';
        left = -1;
        sentAt = performance.now();
        socket.write(
          `GET ${paths[next++ % paths.length]} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`,
        );
      };
      const read = (bytes: Buffer) => {
        if (left === -1) {
          head += bytes.toString('latin1');
          const end = head.indexOf('\r\n\r\n');
          if (end < 0) return;
          const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
          if (!head.startsWith('HTTP/1.1 200 ')) {
            errors += 1;
            socket.destroy();
            resolve();
            return;
          }
          isChunked = length === undefined;
          left = Number(length ?? 0) - (head.length - end - 4);
        } else left -= bytes.length;
        // An answer of unknown length ends with an empty chunk, and nothing comes after it that was not asked for.
        if (isChunked ? bytes.toString('latin1', bytes.length - 5) !== '0\r\n\r\n' : left > 0) return;
        times.push(performance.now() - sentAt);
        send();
      };
      socket.on('connect', send).on('data', read);
      socket.on('error', () => {
        errors += 1;
        resolve();
      });
    });
  const timer = setTimeout(() => (isOver = true), seconds * 1000);
  await Promise.all(Array.from({ length: connections }, ask));
  clearTimeout(timer);
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), errors };
}
