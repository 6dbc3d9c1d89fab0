import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from './button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { shareShape } from '#ui/icons/icon-shapes-later.ts';
import { showToast } from './toast-state.ts';

/**
 * Sends an address, by default that of what is shown, through the device's own ways; where it has none, the
 * address is copied.
 * @param to address below the origin
 */
export function ShareButton({ title, to }: { title: string; to?: string }) {
  const { t } = useLingui();
  const share = async () => {
    const { origin, pathname, search } = location;
    const url = origin + (to ?? pathname + search);
    if ('share' in navigator) {
      try {
        await navigator.share({ title, url });
        return;
      } catch (error) {
        // Closed without a choice: that was one.
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      showToast(t`The address was copied.`);
    } catch {
      showToast(t`The address could not be copied. Copy it from the top of the browser.`, 'error');
    }
  };
  return (
    <Button kind="quiet" onClick={() => void share()}>
      <Icon shape={shareShape} size={20} />
      <Trans>Share</Trans>
    </Button>
  );
}
