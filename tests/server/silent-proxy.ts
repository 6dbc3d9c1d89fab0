/** For tests: stands in front of a PostgreSQL server and can go silent as proxies do, without closing anything. */
import net, { type Socket } from 'node:net';

export interface SilentProxy {
  /** The same database through the proxy. */
  url: string;
  /** Nothing passes any more on the connections that are open; with `also` new ones get no answer either. */
  silence(also?: 'new connections'): void;
  /** New connections pass again. */
  heal(): void;
  close(): Promise<void>;
}

/** @param url a connection URL, by host and port or by socket folder */
export async function openSilentProxy(url: string): Promise<SilentProxy> {
  const target = new URL(url);
  const folder = target.searchParams.get('host');
  const port = Number(target.searchParams.get('port') ?? (target.port || 5432));
  const pairs = new Set<[Socket, Socket]>();
  const all = new Set<Socket>();
  let isSilent = false;
  const server = net.createServer((near) => {
    near.on('error', () => {});
    all.add(near);
    if (isSilent) return;
    const far = folder ? net.connect(`${folder}/.s.PGSQL.${port}`) : net.connect(port, target.hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as net.AddressInfo).port);
  through.searchParams.delete('host');
  through.searchParams.delete('port');
  return {
    url: through.href,
    silence(also) {
      isSilent = also !== undefined;
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.pause();
        far.pause();
      }
      pairs.clear();
    },
    heal() {
      isSilent = false;
    },
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        for (const near of all) near.destroy();
      });
    },
  };
}
