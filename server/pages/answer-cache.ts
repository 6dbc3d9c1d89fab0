/**
 * Answers that pages have asked for in the last seconds. The frame of all pages asks for the same menus and banners, many
 * screens for the same blocks and articles: found anew for each page, checked and written as JSON again, they took a sixth of
 * it. Only what is the same for everybody is kept, and dies with the version of the shop that it was asked of.
 */
import { endpoints, type EndpointName } from '#contract/calls/endpoints.ts';

type AnyCall = (name: never, input: never) => Promise<unknown>;

/** Lists are kept under the mark of their content as it is (answer-text.ts), and are too large for many of them here. */
const isKept = (name: EndpointName) => {
  const { cache, freshness } = endpoints[name] as { cache: string; freshness?: string };
  return cache === 'shared' && freshness !== 'short';
};

/** @param options.maxAge ms @param options.most answers, of which those go that were used longest ago */
export function createAnswerCache(options: {
  version: () => string;
  maxAge: number;
  most: number;
  now?: () => number;
}) {
  const { version, maxAge, most, now = Date.now } = options;
  const kept = new Map<string, { answer: Promise<unknown>; version: string; askedAt: number }>();
  return {
    /** The call with kept answers, which must not be changed. @param scope all that answers depend on besides the call itself */
    of<C extends AnyCall>(scope: string, call: C): C {
      const keeping = (name: EndpointName, input: unknown): Promise<unknown> => {
        const ask = () => call(name as never, input as never);
        if (!isKept(name)) return ask();
        const key = `${scope} ${name} ${JSON.stringify(input)}`;
        const known = kept.get(key);
        kept.delete(key);
        if (known && known.version === version() && now() - known.askedAt < maxAge) {
          kept.set(key, known);
          return known.answer;
        }
        const made = { answer: ask(), version: version(), askedAt: now() };
        kept.set(key, made);
        // A failure is an answer to this page only.
        made.answer.catch(() => kept.get(key) === made && kept.delete(key));
        const [oldest] = kept.size > most ? kept.keys() : [];
        if (oldest !== undefined) kept.delete(oldest);
        return made.answer;
      };
      return keeping as unknown as C;
    },
  };
}
