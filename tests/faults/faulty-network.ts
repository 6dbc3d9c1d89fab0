/**
 * What a network in the field does to a request (docs/reliability.md, F1 to F7, F19, F20), between the device's own code
 * and the shop. Two ways to the shop: inside the process, and through the proxy of `fault-proxy.ts` over real sockets;
 * the faults and their names are the same.
 */
export const faults = [
  /** The request never arrives. */
  'drop request',
  /** The shop does it; the answer is lost. */
  'drop response',
  /** It arrives twice at once. */
  'duplicate',
  '500',
  '503',
  '429',
  /** The shop does it; the answer never ends. */
  'stall',
  /** It never reaches the shop, and nothing comes back either. */
  'stall before',
  /** A network's sign-in page in place of the shop. */
  'captive 200',
  'captive 302',
  /** The body ends in the middle. */
  'truncate',
  /** Somebody between answers in JSON of their own. */
  'foreign json',
  /** Our answer to somebody else's key. */
  'other key',
  /** Seconds pass on the way. */
  'delay',
  /** The database loses its connections while the shop works. */
  'kill database',
  /** The page that sends dies before the answer comes; the shop does it. */
  'page dies',
  /** The page dies as it sends; nothing leaves. */
  'page dies before',
] as const;
export type Fault = (typeof faults)[number];
/** Those that a proxy between device and shop can make (`fault-proxy.ts`). */
export const wireFaults = [
  'drop request',
  'drop response',
  'duplicate',
  '500',
  '503',
  '429',
  'stall',
  'stall before',
  'captive 200',
  'captive 302',
  'truncate',
  'foreign json',
  'other key',
] as const satisfies readonly Fault[];
export type WireFault = (typeof wireFaults)[number];

/** One request as it left the device, and what happened to it. */
export interface Sent {
  key: string;
  method: string;
  path: string;
  body: string;
  headers: Record<string, string>;
  owner: string;
  fault: Fault | 'none';
  /** What the shop answered, once for each time that it was asked. */
  said: { status: number; text: string }[];
  /** What the device was given; null = nothing. */
  got: { status: number; text: string } | null;
}

export interface Way {
  /** Asks the shop itself. */
  ask(sent: Sent): Promise<Response>;
  /** Where faults of the wire are made by a real proxy: sends over it; `onStall` is told when the request hangs. */
  overWire?(sent: Sent, signal: AbortSignal | undefined, onStall: () => void): Promise<Response>;
  /** Ends the shop's connections to its database in the middle of work. */
  killDatabase(): Promise<void>;
}

export const captivePage =
  '<!doctype html><title>Wi-Fi</title><form action="/login"><button>Prisijungti</button></form>';
const html = { 'Content-Type': 'text/html; charset=utf-8' };

/** A failure in the shop's own shape. */
const ours = (status: number, errorCode: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ code: status, errorCode, message: 'x', violations: [] }), {
    status,
    headers: { 'X-Shop-Api': '2', 'Content-Type': 'application/json', ...headers },
  });

/** What the device is given in the place of the shop's answer. @throws TypeError where it is given nothing, as `fetch` does */
function inPlace(
  fault:
    | 'drop request'
    | 'drop response'
    | '500'
    | '503'
    | '429'
    | 'captive 200'
    | 'captive 302'
    | 'foreign json',
): Response {
  switch (fault) {
    case 'drop request':
    case 'drop response':
    case 'captive 302':
      // The device asks not to be led elsewhere: a browser fails such a request.
      throw new TypeError('Failed to fetch');
    case '500':
      return ours(500, 'server.error');
    case '503':
      return new Response('busy', { status: 503, headers: { 'Retry-After': '2' } });
    case '429':
      return ours(429, 'rate.limited', { 'Retry-After': '20' });
    case 'captive 200':
      return new Response(captivePage, { status: 200, headers: html });
    case 'foreign json':
      return new Response('{"status":"ok","success":true}', {
        status: 200,
        headers: { 'Content-Type': 'application/json' },
      });
    default:
      return fault satisfies never;
  }
}

export interface FaultyNetwork {
  fetch: typeof globalThis.fetch;
  journal: Sent[];
}

const truncated = async (answer: Response): Promise<Response> => {
  return new Response((await answer.text()).slice(0, 40), {
    status: answer.status,
    headers: answer.headers,
  });
};

const ofOtherKey = async (answer: Response): Promise<Response> => {
  const headers = new Headers(answer.headers);
  headers.set('Idempotency-Key', '00000000-0000-4000-8000-000000000000');
  return new Response(await answer.text(), { status: answer.status, headers });
};

interface NetworkOptions {
  way: Way;
  decide: (path: string) => Fault | 'none';
  /** Lets the device's own limits run out. */
  passTime: (ms: number) => void;
  /** Ends the page that sends. */
  die: () => void;
  /** Requests that the device has on the way, of all its pages. */
  onWay: Set<object>;
  /** Told when a second one leaves before the first was answered or given up: there is one sender (F13). */
  twoAtOnce: () => void;
  /** The shop's own token of whoever the device says it sends for. */
  bearerOf?: (owner: string) => string | undefined;
  journal?: Sent[];
}

/** The request as it leaves the device, and the fault that it meets. */
function sentOf(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  { decide, bearerOf }: Pick<NetworkOptions, 'decide' | 'bearerOf'>,
): Sent {
  const { authorization, ...headers } = Object.fromEntries(new Headers(init?.headers));
  const path = typeof input === 'string' ? input.replace(/^https?:\/\/[^/]+/, '') : '';
  const owner = authorization?.replace('Bearer ', '') ?? 'guest';
  const bearer = bearerOf?.(owner);
  return {
    key: headers['idempotency-key'] ?? '',
    method: init?.method ?? 'GET',
    path,
    body: typeof init?.body === 'string' ? init.body : '',
    headers: bearer === undefined ? headers : { ...headers, authorization: `Bearer ${bearer}` },
    owner,
    fault: decide(path),
    said: [],
    got: null,
  };
}

export function faultyNetwork(options: NetworkOptions): FaultyNetwork {
  const { way, passTime } = options;
  const journal = options.journal ?? [];
  const never = () => new Promise<never>(() => {});
  const ask = async (sent: Sent): Promise<Response> => {
    const response = await way.ask(sent);
    const text = await response.clone().text();
    sent.said.push({ status: response.status, text });
    return response;
  };
  /** The shop is asked as long as it says that a twin is at work: what it did is certain then. */
  const finish = async (sent: Sent) => {
    await ask(sent).catch(() => undefined);
  };

  const mine = new Set<object>();
  const leave = (sent: object) => {
    mine.delete(sent);
    options.onWay.delete(sent);
  };
  const die = () => {
    for (const one of mine) leave(one);
    options.die();
  };

  /** The shop does the work, and nobody hears of it. */
  const isDoneUnheard = (fault: Sent['fault']) =>
    fault === 'drop response' || fault === 'stall' || fault === 'page dies';

  async function meet(sent: Sent): Promise<Response> {
    if (isDoneUnheard(sent.fault)) await finish(sent);
    switch (sent.fault) {
      case 'drop request':
      case 'drop response':
      case '500':
      case '503':
      case '429':
      case 'captive 200':
      case 'captive 302':
      case 'foreign json':
        return inPlace(sent.fault);
      case 'stall':
      case 'stall before':
        setImmediate(() => passTime(31_000));
        return never();
      case 'page dies':
      case 'page dies before':
        die();
        return never();
      case 'duplicate': {
        const [first] = await Promise.all([ask(sent), finish(sent)]);
        return first;
      }
      case 'truncate':
        return truncated(await ask(sent));
      case 'other key':
        return ofOtherKey(await ask(sent));
      case 'delay':
        passTime(5_000);
        return ask(sent);
      case 'kill database': {
        const working = ask(sent);
        await way.killDatabase();
        return working;
      }
      case 'none':
        return ask(sent);
      default:
        return sent.fault satisfies never;
    }
  }

  return {
    journal,
    fetch: async (input, init) => {
      const sent = sentOf(input, init, options);
      journal.push(sent);
      if (options.onWay.size > 0) options.twoAtOnce();
      mine.add(sent);
      options.onWay.add(sent);
      init?.signal?.addEventListener('abort', () => leave(sent));
      const isWire = sent.fault !== 'none' && (wireFaults as readonly string[]).includes(sent.fault);
      const going =
        way.overWire && isWire
          ? way.overWire(sent, init?.signal ?? undefined, () => passTime(31_000))
          : meet(sent);
      const response = await going.finally(() => leave(sent));
      // The bytes of the body are what the device was given: read them here, as a network does.
      const text = response.status === 204 ? null : await response.text();
      sent.got = { status: response.status, text: text ?? '' };
      return new Response(text, { status: response.status, headers: response.headers });
    },
  };
}
