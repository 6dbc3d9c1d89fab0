/** The contract's error answer (1.6): status, headers and text, whatever carries them. */
import { header } from '#contract/calls/endpoints.ts';
import type { ApiErrorBody } from '#contract/errors.ts';
import { defaultLocale } from '#contract/locale.ts';
import { statusText, type ApiFailure } from '#server/errors/api-failure.ts';
import { errorText } from '#server/errors/error-texts.ts';
import { commonHeaders, safeKey } from './endpoint-answer.ts';

/**
 * @param to the request, in the language of its channel; undefined where it named no channel of this shop: in Lithuanian
 * @param key the Idempotency-Key of a mutation, echoed whatever went wrong: the device lets go of a change only on its own key
 */
export function errorAnswer(
  failure: ApiFailure,
  to: { requestId: string; locale: string | undefined },
  key: string | null,
): { status: number; headers: Record<string, string>; body: string } {
  const { requestId, locale } = to;
  const { violations = [], values, context: more, headers, detail } = failure.options;
  const body: ApiErrorBody = {
    code: failure.status,
    errorCode: failure.errorCode,
    message: statusText[failure.status] ?? 'Error',
    detail: detail ?? errorText(failure.errorCode, locale ?? defaultLocale, values),
    violations,
    ...(more ? { context: more } : {}),
    requestId,
  };
  return {
    status: failure.status,
    headers: {
      ...commonHeaders(locale, requestId),
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(key ? { [header.idempotencyKey]: safeKey(key) } : {}),
      ...headers,
    },
    body: JSON.stringify(body),
  };
}
