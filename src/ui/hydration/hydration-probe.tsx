import type { ReactNode } from 'react';

/** Around everything that React draws: answers whether it handles events of an element (`isHydrated`, pre-hydration-events.ts). */
export function HydrationProbe({ children }: { children: ReactNode }) {
  return (
    <div className="whole" onEmptiedCapture={(event) => event.preventDefault()}>
      {children}
    </div>
  );
}
