import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import { DeviceView } from '#features/device/device-view.tsx';
import { usePaths } from '#i18n/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';

export const handle: RouteHandle = { pageKind: 'other' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: '', titleMessage: msg`This device`, noIndex: true } });
}

/** What the shop keeps here, how much data it used today, and what the shopper can change of both. */
export function Component() {
  const paths = usePaths();
  return (
    <div className="width">
      <Breadcrumbs home={paths.home()} crumbs={[]} />
      <h1>
        <Trans>This device</Trans>
      </h1>
      <DeviceView />
    </div>
  );
}
