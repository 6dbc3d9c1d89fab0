import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import type { Services } from '#api/services.ts';
import { ShopProvider } from '#api/shop.ts';
import { HydrationProbe } from '#ui/hydration/hydration-probe.tsx';

/** The same tree of contexts in the browser and on the server, or the page would not hydrate. */
export function Providers({
  services,
  i18n,
  children,
}: {
  services: Services;
  i18n: I18n;
  children: ReactNode;
}) {
  return (
    <StrictMode>
      <HydrationProbe>
        <QueryClientProvider client={services.queryClient}>
          <ShopProvider value={services.shop}>
            <I18nProvider i18n={i18n}>{children}</I18nProvider>
          </ShopProvider>
        </QueryClientProvider>
      </HydrationProbe>
    </StrictMode>
  );
}
