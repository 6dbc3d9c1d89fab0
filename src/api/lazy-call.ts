import type { CallerOptions } from './call.ts';
import type { Call } from './shop.ts';

/**
 * The caller for the browser, fetched with the first call: the first page brings its data with it, so neither the
 * table of endpoints nor the code that speaks to them is needed to show it.
 */
export function createLazyCall(options: CallerOptions): Call {
  let loaded: Promise<Call> | undefined;
  const call = async (name: never, input: never): Promise<unknown> => {
    loaded ??= import('./call.ts').then((module) => module.createCall(options));
    return (await loaded)(name, input);
  };
  return call as unknown as Call;
}
