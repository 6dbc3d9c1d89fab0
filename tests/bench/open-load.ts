/**
 * `node tests/bench/open-load.ts URL`: asks at a given rate whatever becomes of the answers, as a crowd does, and not as
 * fast as they come (load.ts). A process of its own: one job by message, its result as the answer.
 */
import { Agent, request } from 'node:http';

/** `bodies`: what is posted, in turn; without them the paths are fetched. */
export interface OpenLoad {
  paths: string[];
  bodies?: string[];
  headers?: Record<string, string>;
  perSecond: number;
  seconds: number;
}

export interface OpenLoadResult {
  /** Answers 2xx, the ms that they took, and how many came within the time of the load. */
  good: number;
  goodPerSecond: number;
  p50: number;
  p99: number;
  /** Answers by status; 0: none. */
  statuses: Record<number, number>;
}

async function run(
  url: string,
  { paths, bodies, headers = {}, perSecond, seconds }: OpenLoad,
): Promise<OpenLoadResult> {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 4_000 });
  const took: number[] = [];
  const statuses: Record<number, number> = {};
  const startedAt = performance.now();
  let inTime = 0;
  const ask = (at: number) =>
    new Promise<void>((resolve) => {
      const sentAt = performance.now();
      const end = (status: number) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        const now = performance.now();
        if (status >= 200 && status < 300) {
          took.push(now - sentAt);
          if (now - startedAt <= seconds * 1000) inTime += 1;
        }
        resolve();
      };
      const body = bodies?.[at % bodies.length];
      const asked = request(
        {
          agent,
          hostname,
          port,
          path: paths[at % paths.length],
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            'Accept-Encoding': 'br',
            ...headers,
            ...(body === undefined
              ? {}
              : {
                  'Content-Type': 'application/json',
                  'Content-Length': String(Buffer.byteLength(body)),
                  'Idempotency-Key': crypto.randomUUID(),
                }),
          },
        },
        (answer) => {
          answer.resume();
          answer.on('end', () => end(answer.statusCode ?? 0));
          answer.on('error', () => end(0));
        },
      );
      asked.on('error', () => end(0));
      asked.end(body);
    });
  const asked: Promise<void>[] = [];
  for (;;) {
    const elapsed = performance.now() - startedAt;
    if (elapsed >= seconds * 1000) break;
    while (asked.length < (elapsed / 1000) * perSecond) asked.push(ask(asked.length));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(asked);
  agent.destroy();
  took.sort((one, other) => one - other);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN;
  return { good: took.length, goodPerSecond: inTime / seconds, p50: at(0.5), p99: at(0.99), statuses };
}

process.on('message', (load: OpenLoad) => {
  void run(process.argv[2] ?? '', load).then((result) => process.send?.(result));
});
