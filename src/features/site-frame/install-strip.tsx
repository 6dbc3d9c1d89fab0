import { Trans } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { useIsApple } from '#features/device/apple-steps.tsx';
import { usePaths } from '#i18n/paths.ts';
import { refuseInstall, useInstallOffer, useMayOffer } from '#offline/worker/install-offer.ts';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { downloadShape } from '#ui/icons/icon-shapes-later.ts';
import { Link } from '#ui/link.tsx';
import { standalone } from '#lib/display-mode.ts';
import { useMedia } from '#ui/use-media.ts';
import styles from './frame.module.css';

/** The offer to install, once the shop was of use, and not where somebody is about to buy (R0.09). */
export function InstallStrip() {
  const paths = usePaths();
  const { pathname } = useLocation();
  const install = useInstallOffer();
  const may = useMayOffer();
  const isApple = useIsApple();
  const isInstalled = useMedia(standalone);
  const isBuying = [paths.cart(), paths.device(), paths.waiting()].includes(pathname);
  if (!may || isInstalled || isBuying || (!install && !isApple)) return null;
  return (
    <div className={classNames(styles['strip'], styles['update'])}>
      <div className="width">
        <Icon shape={downloadShape} size={18} />
        <span>
          <Trans>Put the shop on your home screen: it opens at once, with or without a connection.</Trans>
        </span>
        {install ? (
          <button
            type="button"
            onClick={() => {
              refuseInstall();
              install();
            }}
          >
            <Trans>Install</Trans>
          </button>
        ) : (
          <Link to={paths.device()} onClick={refuseInstall}>
            <Trans>How?</Trans>
          </Link>
        )}
        <button type="button" onClick={refuseInstall}>
          <Trans>Not now</Trans>
        </button>
      </div>
    </div>
  );
}
