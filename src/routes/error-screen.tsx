import { useRouteError } from 'react-router';
import { normaliseError } from '#api/api-error.ts';
import { usePaths } from '#i18n/paths.ts';

export function ErrorScreen() {
  const { status } = normaliseError(useRouteError());
  const paths = usePaths();
  return (
    <main>
      <h1>{status}</h1>
      <a href={paths.home()}>Arimas</a>
    </main>
  );
}
