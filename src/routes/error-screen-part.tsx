import { useRouteError } from 'react-router';
import { ApiError, normaliseError } from '#api/api-error.ts';
import { ErrorPage } from '#features/site-frame/error-page.tsx';
import { UnseenPage } from '#features/site-frame/unseen-page.tsx';

/** A failed screen inside the frame: not found, a fault, or a page that is not on this device yet (R0.14). */
export function ErrorScreen() {
  const error = useRouteError();
  if (error instanceof ApiError && error.kind === 'unreachable') return <UnseenPage />;
  return <ErrorPage status={normaliseError(error).status} />;
}
