import type { ReactNode } from 'react';
import { isReachable, useConnectivity } from '#offline/connection/connectivity.ts';
import { Notice } from '#ui/notice.tsx';

/** Says before anything is sent that there is no way to the shop. */
export function AwayNote({ children }: { children: ReactNode }) {
  const isAway = !isReachable(useConnectivity());
  return isAway ? (
    <Notice kind="warn">
      <p>{children}</p>
    </Notice>
  ) : null;
}
