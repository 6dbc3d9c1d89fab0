import autocannon from 'autocannon';

export interface LoadResult {
  perSecond: number;
  /** ms */
  p50: number;
  p99: number;
  errors: number;
}

/** A bounded load on loopback: `seconds` at 10 connections over the given addresses in turn. */
export async function load(url: string, paths: readonly string[], seconds: number): Promise<LoadResult> {
  if (!/^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(url)) throw new Error('Loads run on loopback only');
  const result = await autocannon({
    url,
    connections: 10,
    duration: seconds,
    requests: paths.map((path) => ({ method: 'GET', path, headers: { 'accept-encoding': 'br' } })),
  });
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx,
  };
}
