import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { useShop } from '#api/shop.ts';
import { allOf } from '#api/form-errors.ts';
import { isStopped, isUnsent, textOf, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { formatMoment } from '#i18n/format.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { showToast } from '#ui/toast-state.ts';
import { onDemand } from '#ui/hydration/deferred.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { SendNow } from './send-now.tsx';
import styles from './waiting.module.css';

const NewsletterForm = onDemand(
  async () => (await import('#features/newsletter/newsletter-form.tsx')).NewsletterForm,
  true,
);
const BackInStockDialog = onDemand(
  async () => (await import('#features/product/back-in-stock-dialog.tsx')).BackInStockDialog,
  true,
);
const ReviewByLink = onDemand(
  async () => (await import('#features/reviews/review-by-link.tsx')).ReviewByLink,
  true,
);

const productOf = ({ shown }: WaitingCommand): string =>
  (shown as { productName?: string } | undefined)?.productName ?? '';

/** One message in words. */
function useSentence() {
  const { t } = useLingui();
  return (entry: WaitingCommand): string => {
    const name = productOf(entry);
    const email = textOf(entry, 'email');
    if (entry.kind === 'subscribeNewsletter') return t`Newsletter for ${email}`;
    if (entry.kind === 'requestStock') return t`Write to ${email} when “${name}” is in stock again`;
    const rating = textOf(entry, 'rating');
    return t`Review of “${name}”: ${rating} of 5`;
  };
}

/** The form that the message was made with, holding what was refused (R0.44). */
function WayBack({ entry, onClose }: { entry: WaitingCommand; onClose: () => void }) {
  const { t } = useLingui();
  const text = (name: string) => textOf(entry, name);
  if (entry.kind === 'requestStock')
    return (
      <BackInStockDialog
        variantCode={text('productVariantCode')}
        productName={productOf(entry)}
        onClose={onClose}
      />
    );
  return entry.kind === 'writeReview' ? (
    <Dialog title={productOf(entry)} onClose={onClose}>
      <ReviewByLink
        token={text('reviewToken')}
        productCode={text('product')}
        productName={productOf(entry)}
      />
    </Dialog>
  ) : (
    <Dialog title={t`Newsletter`} onClose={onClose}>
      <NewsletterForm />
    </Dialog>
  );
}

function MessageRow({ entry, onChange }: { entry: WaitingCommand; onChange: () => void }) {
  const { t } = useLingui();
  const { locale } = useShop();
  const sentence = useSentence();
  const isRefused = isStopped(entry);
  const words = isRefused
    ? t`Needs your answer`
    : isUnsent(entry)
      ? t`Saved on this device, not sent yet`
      : t`Being sent`;
  const said = entry.answer === undefined ? '' : allOf(entry.answer) || entry.answer.message;
  const withdraw = async () => {
    if (!(await theOutbox().withdraw(entry.id)))
      showToast(t`It may have reached the shop already: wait for its answer.`, 'error');
  };
  return (
    <li
      className={styles['card']}
      data-state={isRefused ? 'needs answer' : isUnsent(entry) ? 'saved' : 'sending'}
    >
      <div className={styles['head']}>
        <b>{sentence(entry)}</b>
        <span className={styles['since']}>{formatMoment(entry.at, locale)}</span>
      </div>
      <p className={styles['meta']}>
        {words}
        {isRefused && said !== '' && (
          <>
            {': '}
            <RichText as="span" html={said} />
          </>
        )}
      </p>
      {!isRefused && !isUnsent(entry) && (
        <p className={styles['meta']}>
          <Trans>The shop has not answered yet. It is asked again by itself; nothing is sent twice.</Trans>
        </p>
      )}
      {entry.kind === 'writeReview' && <p className={styles['lines']}>{textOf(entry, 'comment')}</p>}
      <div className={styles['ways']}>
        {isRefused && entry.reason !== 'newer' && (
          <Button kind="secondary" onClick={onChange} aria-haspopup="dialog">
            <Trans>Change and send again</Trans>
          </Button>
        )}
        {(isUnsent(entry) || isRefused) && (
          <Button kind="quiet" onClick={() => void withdraw()}>
            <Trans>Withdraw</Trans>
          </Button>
        )}
      </div>
    </li>
  );
}

/** Sign-ups, stock requests and reviews that wait on this device, or that the shop refused. */
export function MessageRows({ entries }: { entries: readonly WaitingCommand[] }) {
  // Kept by itself: what is being changed leaves the list when it is sent, and its form then says what came of it.
  const [changed, setChanged] = useState<WaitingCommand | null>(null);
  return (
    <>
      {entries.length > 0 && (
        <section>
          <h2>
            <Plural
              value={entries.length}
              one="# message to the shop waits"
              other="# messages to the shop wait"
            />
          </h2>
          <ul className={styles['page']}>
            {entries.map((entry) => (
              <MessageRow
                key={entry.seq}
                entry={entry}
                onChange={() => {
                  setChanged(entry);
                }}
              />
            ))}
          </ul>
          {entries.some((entry) => !isStopped(entry)) && (
            <div className={styles['ways']}>
              <SendNow />
            </div>
          )}
        </section>
      )}
      {changed !== null && (
        <Suspense>
          <WayBack
            entry={changed}
            onClose={() => {
              setChanged(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
