import { Trans, useLingui } from '@lingui/react/macro';
import { useInstallOffer } from '#offline/worker/install-offer.ts';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { standalone } from '#lib/display-mode.ts';
import { useMedia } from '#ui/use-media.ts';
import { AppleSteps, useIsApple } from './apple-steps.tsx';
import styles from './device.module.css';

/** The shop on the home screen: whether it is there, and how it comes there. */
export function InstallPanel() {
  const { t } = useLingui();
  const install = useInstallOffer();
  const isInstalled = useMedia(standalone);
  const isApple = useIsApple();
  return (
    <Section title={t`On the home screen`} className={styles['panel']}>
      {isInstalled ? (
        <p>
          <Trans>The shop is installed on this device.</Trans>
        </p>
      ) : install ? (
        <>
          <p>
            <Trans>
              Installed, the shop opens at once from the home screen, with or without a connection.
            </Trans>
          </p>
          <Button kind="secondary" onClick={install}>
            <Trans>Install the shop on this device</Trans>
          </Button>
        </>
      ) : isApple ? (
        <AppleSteps />
      ) : (
        <p>
          <Trans>Look for “Install” or “Add to home screen” in the menu of your browser.</Trans>
        </p>
      )}
    </Section>
  );
}
