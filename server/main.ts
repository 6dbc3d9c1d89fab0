/** The process: settings, database, server, and a stop that lets requests in flight finish. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { ownAddress, readConfig, settingNames, type Config } from './process/config.ts';
import { StartError } from './errors/start-error.ts';
import { createLog } from './process/log.ts';
import { openShop, type OpenShop } from './compose/open-shop.ts';
import { oddLines, readDotEnv } from './process/read-dot-env.ts';

/** EX_CONFIG of sysexits.h: something outside the program has to be put right. */
const configurationExit = 78;
/** Longest wait for requests in flight, ms. */
const drainTime = 10_000;

function listen(server: Server, config: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${config.port} is already in use: stop the other program or set PORT to another one.`,
        EACCES: `Port ${config.port} may not be opened by this user: set PORT to one above 1023.`,
        ENOTFOUND: `HOST "${config.host}" is not an address of this machine.`,
        EADDRNOTAVAIL: `HOST "${config.host}" is not an address of this machine.`,
      };
      reject(new StartError(reasons[error.code ?? ''] ?? `The server cannot listen: ${error.message}`));
    });
    server.listen(config.port, config.host, () => resolve((server.address() as AddressInfo).port));
  });
}

async function start(): Promise<void> {
  // People at a terminal read sentences; what collects the lines of a process reads one kind of them.
  const told = createLog('info');
  const progress = (line: string, facts: Record<string, string | number> = {}) =>
    process.stdout.isTTY ? console.log(line) : told.info(facts, line);
  // First: a misspelt name is often why another setting is refused.
  for (const line of oddLines(settingNames())) progress(line);
  const config = readConfig(readDotEnv());
  const development = process.argv.includes('--dev')
    ? (await import('./pages/watch-mode.ts')).watchMode
    : undefined;
  let shop: OpenShop | undefined;
  const server = createServer({
    requestTimeout: 60_000,
    headersTimeout: 20_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16 * 1024,
  });
  const watching = await development?.(server);
  shop = await openShop(config, { progress, ...(watching ? { development: watching.pages } : {}) });
  const { app } = shop;
  // Its light `Request` and `Response` stand for the global ones: what is sent is neither copied nor read through a stream.
  const answer = getRequestListener((request, env) =>
    app.fetch(
      request,
      (env as { incoming?: { socket?: { remoteAddress?: string } } }).incoming?.socket?.remoteAddress ?? '',
    ),
  );
  let stopping = false;
  let isClosed = false;
  server.on('request', (incoming, outgoing) => {
    // Whoever keeps a connection would bring the next request to a process that is about to end.
    if (isClosed) outgoing.shouldKeepAlive = false;
    const method = incoming.method ?? '';
    const target = incoming.url ?? '';
    const kept = config.trustProxy
      ? undefined
      : app.keptPage(method, incoming.headers.host ?? '', target, incoming.headers['accept-encoding'] ?? '');
    if (kept) {
      outgoing.writeHead(200, kept.headers).end(kept.body);
      return;
    }
    const refused = app.refusal(
      { method, target, headers: incoming.headers },
      incoming.socket.remoteAddress ?? '',
    );
    if (refused) {
      outgoing.writeHead(refused.status, refused.headers).end(refused.body);
      return;
    }
    const pass = () => void answer(incoming, outgoing);
    if (watching) watching.middleware(incoming, outgoing, pass);
    else pass();
  });
  let port: number;
  try {
    port = await listen(server, config);
  } catch (error) {
    await shop.close();
    throw error;
  }
  shop.listensOn(port);
  const { where, apart } = shop.database;
  progress(
    `Arimas is open at ${ownAddress(config, port)} (data in ${apart === null ? where : `${where} and ${config.dataDir}`})`,
  );

  const stop = async (signal: 'SIGTERM' | 'SIGINT') => {
    if (stopping) return;
    stopping = true;
    const startedAt = performance.now();
    const drainSeconds = signal === 'SIGTERM' ? config.drainSeconds : 0;
    progress('Stopping: what has begun is answered first.', { signal, drainSeconds });
    if (drainSeconds > 0) {
      // Whoever spreads the requests sees it and sends no more; those that come meanwhile are answered as always.
      shop?.drain();
      await wait(drainSeconds * 1000);
    }
    isClosed = true;
    const drained = new Promise((resolve) => server.close(resolve));
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    const late = setTimeout(() => server.closeAllConnections(), drainTime);
    await drained;
    clearTimeout(late);
    clearInterval(idle);
    await watching?.close();
    await shop.close();
    progress('Stopped.', { signal, ms: Math.round(performance.now() - startedAt) });
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}

try {
  await start();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(configurationExit);
}
