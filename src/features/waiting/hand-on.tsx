import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { encode } from 'uqr';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import { encodeIntent } from '#domain/waiting/intent-text.ts';
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { buttonClass } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { showToast } from '#ui/toast-state.ts';
import styles from './waiting.module.css';

/** Dark squares of the code as one path: a picture without markup from a string. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      className={styles['qr']}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/**
 * The order as text, for when no data goes through: SMS, a colleague's phone, paper. Text and network make one order (CHK-19).
 * There is none of an order that spends points: they are its member's, whom a text cannot sign in.
 */
export function HandOn({ entry }: { entry: WaitingCommand }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const body = entry.body as OrderIntentBody;
  // Whoever reads the text at the shop is not signed in as the member: an order that spends points would be refused.
  const isMembers = (body.points ?? 0) > 0;
  const text =
    isOpen && !isMembers
      ? encodeIntent({ key: entry.id, channel: entry.channel, locale: entry.locale, body })
      : '';
  const share = async () => {
    try {
      await navigator.share({ text });
    } catch {
      // Closed without choosing anybody: nothing happened.
    }
  };
  return (
    <details
      className={styles['hand']}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>
        <Trans>Hand the order on as text</Trans>
      </summary>
      {isOpen && isMembers && (
        <Notice kind="info">
          <Trans>
            This order spends loyalty points, and a text cannot show whose they are. Send it from this device,
            signed in, or change the order and use no points.
          </Trans>
        </Notice>
      )}
      {isOpen && !isMembers && (
        <div className={styles['hand']}>
          <p className={styles['meta']}>
            <Trans>
              Send it to the shop by SMS, or let a colleague with a connection photograph the code. It is the
              same order: even if it arrives twice, it is ordered once.
            </Trans>
          </p>
          <QrCode text={text} label={t`The order as a QR code`} />
          <p className={styles['text']}>{text}</p>
          <div className={styles['ways']}>
            {'share' in navigator && (
              <button type="button" className={buttonClass('secondary')} onClick={() => void share()}>
                <Trans>Share</Trans>
              </button>
            )}
            <a className={buttonClass('secondary')} href={`sms:?body=${encodeURIComponent(text)}`}>
              <Trans>By SMS</Trans>
            </a>
            <button
              type="button"
              className={buttonClass('secondary')}
              onClick={() => {
                void navigator.clipboard.writeText(text).then(
                  () => showToast(t`Copied`),
                  () => showToast(t`Could not be copied: mark the text by hand.`, 'error'),
                );
              }}
            >
              <Trans>Copy</Trans>
            </button>
          </div>
          <Notice kind="info">
            <Trans>The text holds your name and address: hand it only to somebody you trust.</Trans>
          </Notice>
        </div>
      )}
    </details>
  );
}
