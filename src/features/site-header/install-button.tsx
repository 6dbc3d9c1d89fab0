import { Trans } from '@lingui/react/macro';
import { useInstallOffer } from '#offline/worker/install-offer.ts';
import { Button } from '#ui/button.tsx';

/** Puts the shop on the home screen, where the browser can; otherwise nothing (R0.09). */
export function InstallButton() {
  const install = useInstallOffer();
  if (!install) return null;
  return (
    <Button kind="secondary" onClick={install}>
      <Trans>Install the shop on this device</Trans>
    </Button>
  );
}
