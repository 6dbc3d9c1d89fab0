import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { usePaths } from '#i18n/paths.ts';

/** Opens a text of the channel beside the form that asks for consent to it. */
export function TextPageLink({ of, children }: { of: 'terms' | 'privacy'; children: ReactNode }) {
  const shop = useShop();
  const paths = usePaths();
  const id = useChannel().pages[of];
  const { data } = useQuery({
    queryKey: ['content', 'page', { ...shop.scope, id }],
    queryFn: ({ signal }) => shop.call('page', { params: { id: id ?? 0 }, signal }),
    enabled: id !== null,
    meta: { saved: true },
  });
  return (
    <a href={data === undefined ? undefined : paths.page(data.slug)} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden">
        {' '}
        <Trans>(opens in a new tab)</Trans>
      </span>
    </a>
  );
}
