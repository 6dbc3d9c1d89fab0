/** The same shop behind a door that does to requests what bad networks do, the worker's requests included. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `open`: passes; `cut`: no answer; `portal`: a network's sign-in page; `gate`: a gateway's 502; `stall`: silence; ms: later. */
export type DoorState = 'open' | 'cut' | 'portal' | 'gate' | 'stall' | number;

export interface Door {
  url: string;
  state: DoorState;
  /** Answers in the shop's place when it returns true. */
  instead: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  /** Paths that were asked for, in their order. */
  asked: string[];
  close(): Promise<void>;
}

export async function openDoor(shopUrl: string): Promise<Door> {
  const door: Door = {
    url: '',
    state: 'open',
    instead: () => false,
    asked: [],
    close: () => Promise.resolve(),
  };
  const target = new URL(shopUrl);
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const onward = request(
      {
        host: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, host: target.host },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  };
  const server = createServer((incoming, outgoing) => {
    door.asked.push(incoming.url ?? '');
    if (door.instead(incoming, outgoing)) return;
    const { state } = door;
    if (state === 'open') pass(incoming, outgoing);
    else if (state === 'cut') incoming.socket.destroy();
    else if (state === 'gate')
      outgoing.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
    else if (state === 'portal')
      outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in to the network</h1>');
    else if (typeof state === 'number') setTimeout(() => pass(incoming, outgoing), state);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  door.url = `http://localhost:${String((server.address() as AddressInfo).port)}`;
  door.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return door;
}
