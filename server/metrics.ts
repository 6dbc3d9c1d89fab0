/** Figures of the process for /metrics, in Prometheus' text form. */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

export interface Metrics {
  observe(kind: string, method: string, status: number, seconds: number): void;
  text(): Promise<string>;
  contentType: string;
}

export function createMetrics(): Metrics {
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
  return {
    observe(kind, method, status, seconds) {
      requests.inc({ kind, method, status: String(status) });
      duration.observe({ kind }, seconds);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
