import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { onDemand } from '#ui/hydration/deferred.tsx';

const BackInStockDialog = onDemand(
  async () => (await import('./back-in-stock-dialog.tsx')).BackInStockDialog,
  true,
);

interface BackInStockButtonProps {
  variantCode: string;
  productName: string;
  kind?: 'primary' | 'secondary';
}

/** In the place of the way into the cart while goods are sold out: asks to hear when they are back (R2.123, R1.38). */
export function BackInStockButton({ variantCode, productName, kind = 'secondary' }: BackInStockButtonProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        kind={kind}
        wide
        aria-label={t`Notify me when it is back: ${productName}`}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Trans>Notify me</Trans>
      </Button>
      {isOpen && (
        <Suspense>
          <BackInStockDialog
            variantCode={variantCode}
            productName={productName}
            onClose={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
