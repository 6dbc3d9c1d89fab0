import { msg } from '@lingui/core/macro';
import { useMatches, useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/services.ts';
import { LetterLinkView } from '#features/newsletter/letter-link-view.tsx';
import { usePaths } from '#i18n/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';

export const handle: RouteHandle = { pageKind: 'other' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: '', titleMessage: msg`Newsletter`, noIndex: true } });
}

/** Where the links of the shop's letters lead: one confirms the address, the other stops the letters (LAW-08). */
export function Component() {
  const paths = usePaths();
  const { token = '' } = useParams();
  const kind = useMatches().at(-1)?.id === 'NEWSLETTER_STOP' ? 'stop' : 'confirm';
  return (
    <div className="width">
      <Breadcrumbs home={paths.home()} crumbs={[]} />
      <LetterLinkView kind={kind} token={token} />
    </div>
  );
}
