/** Figures of the process for /metrics, in Prometheus' text form. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  observe(kind: string, method: string, status: number, seconds: number): void;
  text(): Promise<string>;
  contentType: string;
}

/** @param figures read when somebody asks: seconds that the catalogue in memory lags behind the database */
export function createMetrics(figures: { behind?: () => number } = {}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'shop_requests_total',
    help: 'Requests answered',
    labelNames: ['kind', 'method', 'status'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'shop_request_seconds',
    help: 'Time to the answer in seconds',
    labelNames: ['kind'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const { behind } = figures;
  if (behind) {
    const gauge: Gauge = new Gauge({
      name: 'shop_catalogue_behind_seconds',
      help: 'Age of the oldest change of catalogue or content that is not read yet',
      registers: [registry],
      collect: () => gauge.set(behind()),
    });
  }
  return {
    observe(kind, method, status, seconds) {
      requests.inc({ kind, method, status: String(status) });
      duration.observe({ kind }, seconds);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
