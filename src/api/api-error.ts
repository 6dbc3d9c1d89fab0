/** The one error of the wire; every failure of a call becomes it (docs/architecture.md, "Errors"; R8.01). */
import type { ApiErrorBody, Violation } from '#contract/errors.ts';

/**
 * - `unreachable`: no answer of ours: offline, time-out, cut connection, a network's sign-in page.
 * - `refused`: our answer with a status, a message and perhaps violations.
 * - `malformed`: our answer, but not in the shape of the contract.
 * - `session lost`: the refresh of the session was refused.
 */
export type ApiErrorKind = 'unreachable' | 'refused' | 'malformed' | 'session lost';

/** Its fields are only declared: written out they would be bytes of every first visit. */
export class ApiError extends Error {
  declare readonly kind: ApiErrorKind;
  /** HTTP status; 500 when there was none (R8.01). */
  declare readonly status: number;
  declare readonly errorCode: string;
  /** The server's sentence for people, when it sent one. */
  declare readonly detail: string | undefined;
  declare readonly violations: readonly Violation[];
  declare readonly context: Readonly<Record<string, unknown>>;
  /** Seconds the server asks to wait, if it did. */
  declare readonly retryAfter: number | undefined;

  constructor(
    kind: ApiErrorKind,
    status: number,
    body: Partial<ApiErrorBody> & { message: string },
    retryAfter?: number,
  ) {
    super(body.detail || body.violations?.find((one) => one.propertyPath === '')?.message || body.message);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.errorCode = body.errorCode ?? '';
    // An empty sentence says nothing: everywhere as if there were none.
    this.detail = body.detail || undefined;
    this.violations = body.violations ?? [];
    this.context = body.context ?? {};
    this.retryAfter = retryAfter;
  }
}

/** What screens show of anything that was thrown: a message and a status, 500 by default (R8.01, R2.134). */
export function normaliseError(error: unknown): { message: string; status: number } {
  const { message, statusText, status } = Object(error) as Record<string, unknown>;
  return {
    message: [message, statusText, error].find((words) => typeof words === 'string') ?? '',
    status: typeof status === 'number' ? status : 500,
  };
}
