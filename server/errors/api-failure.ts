/**
 * A refusal with the shop's own error shape (contract 1.6). Commands throw it; serve-endpoint answers with it.
 * `status` and `errorCode` come from docs/api-contract.md 6.1; the sentence for people is added from the
 * error texts in the locale of the request, with `values` filled in.
 */
import type { Violation } from '#contract/errors.ts';
import type { ErrorCode } from './error-texts.ts';

export interface ApiFailureOptions {
  violations?: Violation[];
  /** Fills `{name}` in the sentence. */
  values?: Record<string, string | number>;
  context?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** A sentence of its own in place of the one of the errorCode. */
  detail?: string;
  /**
   * Runs after the refused work was undone, in the same transaction and with none of its locks: what a refusal may still write,
   * such as a cart with today's prices. May add to `context`.
   */
  afterUndo?: () => Promise<void>;
}

export class ApiFailure extends Error {
  readonly status: number;
  readonly errorCode: ErrorCode;
  readonly options: ApiFailureOptions;

  constructor(status: number, errorCode: ErrorCode, options: ApiFailureOptions = {}) {
    super(errorCode);
    this.name = 'ApiFailure';
    this.status = status;
    this.errorCode = errorCode;
    this.options = options;
  }
}

/** Short technical English per status (contract 1.6 `message`). */
export const statusText: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorised',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition failed',
  413: 'Body too large',
  415: 'Unsupported media type',
  421: 'Misdirected request',
  422: 'Unprocessable content',
  423: 'Locked',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};

/**
 * The shop cannot answer now and can soon (contract 6.1): the same call may be sent again after so many seconds. Without a
 * stack trace: it is refused to a crowd, nobody reads where, and the trace was a tenth of what refusing costs.
 */
export function busy(seconds: number): ApiFailure {
  const depth = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return new ApiFailure(503, 'server.busy', { headers: { 'Retry-After': String(seconds) } });
  } finally {
    Error.stackTraceLimit = depth;
  }
}
