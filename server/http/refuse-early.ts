/**
 * Changes that come while too many wait already, refused before any web `Request` is made of them: under three times the load
 * that the shop can take, most of its requests are these, and what each costs is lost to those that it takes.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { apiBase, header } from '#contract/calls/endpoints.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { WorkQueue } from '#server/process/work-queue.ts';
import { errorAnswer } from './error-answer.ts';
import { bodyLimit } from './read-body.ts';
import { readRequestId, resolveChannel, resolveLocale, type ChannelDirectory } from './request-context.ts';
import { commonHeaders, inertPolicy } from './security-headers.ts';

/** Of a request as Node gives it. */
export interface IncomingCall {
  method: string;
  target: string;
  headers: IncomingHttpHeaders;
}

export interface EarlyRefusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** @returns the answer of `calls` to one call more, undefined: it takes it, or the call is not for it */
export function createEarlyRefusal({
  directory,
  calls,
}: {
  directory: ChannelDirectory;
  calls: WorkQueue | undefined;
}) {
  return ({ method, target, headers }: IncomingCall, client: string): EarlyRefusal | undefined => {
    // Every call that changes something needs the database; of those that read, many are answered from memory.
    if (!calls || method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return undefined;
    if (!target.startsWith(`${apiBase}/`)) return undefined;
    try {
      calls.refuseLate(client);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const one = (name: string) => headers[name.toLowerCase()]?.toString() ?? null;
      let locale: string | undefined;
      try {
        locale = resolveLocale(resolveChannel(directory, headers.host ?? '', one(header.channel)), one);
      } catch {
        // Asked again later, it is told that there is no such channel.
      }
      const answer = errorAnswer(
        error,
        { requestId: readRequestId(one), locale },
        one(header.idempotencyKey),
      );
      return {
        status: answer.status,
        headers: {
          ...commonHeaders,
          'Content-Security-Policy': inertPolicy,
          ...answer.headers,
          'Content-Length': String(Buffer.byteLength(answer.body)),
          // A long body is not waited for: this connection is of no more use (T24).
          ...(Number(headers['content-length'] ?? 0) > bodyLimit || headers['transfer-encoding']
            ? { Connection: 'close' }
            : {}),
        },
        body: answer.body,
      };
    }
  };
}
