import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { useMatches } from 'react-router';
import type { RouteName } from '#contract/route-table.ts';
import { usePaths } from '#i18n/paths.ts';
import { isFailing, isMessage, isOrderEntry, isUnsent } from '#domain/waiting/waiting-command.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { okShape, warningShape } from '#ui/icons/icon-shapes.ts';
import { clockShape } from '#ui/icons/icon-shapes-later.ts';
import { Link } from '#ui/link.tsx';
import styles from './frame.module.css';

/** How long something has to wait before it is worth a word, ms: with a good link it is gone before. */
const patience = 1_500;

/** Pages on which the word that an order was placed would be taken for that of the order there; it stands on the next one. */
const ofAnOrder: readonly (string | undefined)[] = ['CHECKOUT', 'CHECKOUT_THANK_YOU'] satisfies RouteName[];

/** Says on every page that something waits to be sent, was placed, or needs an answer, and leads there (reliability 3.1). */
export function WaitingStrip() {
  const paths = usePaths();
  const { entries } = useOutbox();
  const isOfAnOrder = ofAnOrder.includes(useMatches().at(-1)?.id);
  const placed = entries.filter((one) => one.state === 'confirmed');
  const asks = entries.filter(
    (one) => ['needs-review', 'refused', 'parked'].includes(one.state) && one.isTold !== true,
  );
  const waits = entries.filter(
    (one) => (one.state === 'queued' || one.state === 'sending') && one.kind !== 'pickUpCart',
  );
  const order = waits.findLast(isOrderEntry);
  const [oldest, newest] = [waits[0]?.seq, waits.at(-1)?.seq];
  /** What had its patience, up to this one: a change that comes or goes beside them takes no word from them. */
  const [longUpTo, setLongUpTo] = useState(-1);
  useEffect(() => {
    if (newest === undefined) return undefined;
    const timer = setTimeout(() => setLongUpTo(newest), patience);
    return () => clearTimeout(timer);
  }, [newest]);
  const link = (words: ReactNode) => <Link to={paths.waiting()}>{words}</Link>;
  if (asks.length > 0) {
    return (
      <div className={classNames(styles['strip'], styles['slow'])}>
        <div className="width">
          <Icon shape={warningShape} size={18} />
          {link(
            asks.some(isOrderEntry) ? (
              <Trans>An order needs your answer</Trans>
            ) : asks.every(isMessage) ? (
              <Trans>The shop did not take a message of yours</Trans>
            ) : (
              <Trans>A change of the cart needs your answer</Trans>
            ),
          )}
        </div>
      </div>
    );
  }
  // A newer order that waits is what its buyer wonders about: "placed" would be taken for its word.
  const isNewer = order !== undefined && order.seq <= longUpTo && order.seq > (placed.at(-1)?.seq ?? 0);
  if (placed.length > 0 && !isNewer && !isOfAnOrder) {
    const shown = placed.at(-1)?.shown as { placed?: { number?: string } } | undefined;
    return (
      <div className={classNames(styles['strip'], styles['update'])}>
        <div className="width">
          <Icon shape={okShape} size={18} />
          {link(<Trans>The waiting order was placed: number {shown?.placed?.number}</Trans>)}
        </div>
      </div>
    );
  }
  if (waits.some((one) => isFailing(one) && !isOrderEntry(one) && !isMessage(one))) {
    return (
      <div className={classNames(styles['strip'], styles['slow'])}>
        <div className="width">
          <Icon shape={warningShape} size={18} />
          {link(<Trans>The shop failed at a change of the cart, and is asked again by itself</Trans>)}
        </div>
      </div>
    );
  }
  if (oldest === undefined || oldest > longUpTo) return null;
  return (
    <div className={styles['strip']}>
      <div className="width">
        <Icon shape={clockShape} size={18} />
        {link(
          order !== undefined ? (
            isUnsent(order) ? (
              <Trans>An order is saved on this device, not sent yet</Trans>
            ) : order.isStopping ? (
              <Trans>An order is being stopped: the shop has not answered yet</Trans>
            ) : (
              <Trans>An order is being sent: the shop has not answered yet</Trans>
            )
          ) : (
            <Plural value={waits.length} one="# change waits to be sent" other="# changes wait to be sent" />
          ),
        )}
      </div>
    </div>
  );
}
