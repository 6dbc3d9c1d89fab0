/**
 * A network that fails, on loopback: an HTTP proxy between a device and the shop that does to bytes and sockets what the
 * field does (docs/reliability.md, F1 to F7, F19, F20). Which fault a request meets is asked for each; what the shop said is
 * kept, also where the device was told nothing.
 */
import {
  createServer,
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { captivePage, type WireFault } from './faulty-network.ts';

interface Said {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface FaultProxy {
  origin: string;
  /** While true nothing gets through: a link that is dead. */
  isCut: boolean;
  /** Requests that hang come to their end, as when a network comes back. */
  release(): void;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Origin of the shop. */
  target: string;
  decide: (request: IncomingMessage, body: Buffer) => WireFault | 'none';
  /** Each answer of the shop, also those that the device never gets. */
  onSaid?: (request: IncomingMessage, said: { status: number; text: string }) => void;
  /** A request hangs from now on. */
  onStall?: (request: IncomingMessage) => void;
  /** Seconds that a 503 and a 429 ask to wait. */
  retryAfter?: readonly [busy: number, tooMany: number];
}

/** Asks the shop what the device has asked, and keeps what it says. */
async function forwardTo(options: ProxyOptions, request: IncomingMessage, body: Buffer): Promise<Said> {
  const said = await new Promise<Said>((resolve, reject) => {
    // As it is, so that the journal can be read.
    const headers = {
      ...request.headers,
      host: new URL(options.target).host,
      connection: 'close',
      'accept-encoding': 'identity',
    };
    const onward = ask(
      options.target + (request.url ?? '/'),
      { method: request.method, headers },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    onward.once('error', reject);
    onward.end(body);
  });
  options.onSaid?.(request, { status: said.status, text: said.body.toString('utf8') });
  return said;
}

const json = { 'Content-Type': 'application/json', 'X-Shop-Api': '2' };
const failure = (code: number, errorCode: string) =>
  JSON.stringify({ code, errorCode, message: 'x', violations: [] });

/** What comes in the place of the shop, which never hears of the request. */
function answerInPlace(
  response: ServerResponse,
  fault: '500' | '503' | '429' | 'captive 200' | 'captive 302' | 'foreign json',
  [busy, tooMany]: readonly [busy: number, tooMany: number] = [2, 20],
): void {
  switch (fault) {
    case '500':
      response.writeHead(500, json).end(failure(500, 'server.error'));
      return;
    case '503':
      response.writeHead(503, { 'Retry-After': String(busy) }).end('busy');
      return;
    case '429':
      response.writeHead(429, { ...json, 'Retry-After': String(tooMany) }).end(failure(429, 'rate.limited'));
      return;
    case 'captive 200':
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(captivePage);
      return;
    case 'captive 302':
      response.writeHead(302, { Location: 'http://login.wifi.example/' }).end();
      return;
    case 'foreign json':
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"ok","success":true}');
      return;
    default:
      return fault satisfies never;
  }
}

export async function openFaultProxy(options: ProxyOptions): Promise<FaultProxy> {
  const hanging = new Set<Socket>();
  const forward = (request: IncomingMessage, body: Buffer) => forwardTo(options, request, body);
  async function meet(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const { socket } = request;
    const cut = () => {
      socket.destroy();
    };
    const give = ({ status, headers, body: whole }: Said) => {
      const { 'transfer-encoding': _chunks, ...kept } = headers;
      response.writeHead(status, { ...kept, 'content-length': whole.length }).end(whole);
    };
    const stall = () => {
      hanging.add(socket);
      options.onStall?.(request);
    };
    if (proxy.isCut) return cut();
    const fault = options.decide(request, body);
    switch (fault) {
      case 'none':
        return give(await forward(request, body));
      case 'drop request':
        cut();
        return;
      case 'drop response':
        await forward(request, body);
        cut();
        return;
      case 'duplicate': {
        const [first] = await Promise.all([forward(request, body), forward(request, body)]);
        return give(first);
      }
      case '500':
      case '503':
      case '429':
      case 'captive 200':
      case 'captive 302':
      case 'foreign json':
        answerInPlace(response, fault, options.retryAfter);
        return;
      case 'stall': {
        const { status, headers, body: whole } = await forward(request, body);
        const { 'transfer-encoding': _chunks, ...kept } = headers;
        // All but the last byte: the headers say that it is fine.
        response.writeHead(status, { ...kept, 'content-length': whole.length });
        response.write(whole.subarray(0, -1), stall);
        return;
      }
      case 'stall before':
        stall();
        return;
      case 'truncate': {
        const { status, headers, body: whole } = await forward(request, body);
        const { 'transfer-encoding': _chunks, ...kept } = headers;
        response.writeHead(status, { ...kept, 'content-length': whole.length });
        response.write(whole.subarray(0, 40), cut);
        return;
      }
      case 'other key': {
        const said = await forward(request, body);
        return give({
          ...said,
          headers: { ...said.headers, 'idempotency-key': '00000000-0000-4000-8000-000000000000' },
        });
      }
      default:
        return fault satisfies never;
    }
  }

  const proxy: FaultProxy = {
    origin: '',
    isCut: false,
    release: () => {
      for (const socket of hanging) socket.destroy();
      hanging.clear();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => {
      // A shop that is away is a network that fails.
      meet(request, response, Buffer.concat(parts)).catch(() => request.socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
