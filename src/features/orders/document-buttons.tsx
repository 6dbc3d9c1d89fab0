import { Trans, useLingui } from '@lingui/react/macro';
import { isAway, sentenceOf } from '#api/form-errors.ts';
import type { Order } from '#contract/orders/orders.ts';
import { paymentOffers } from '#domain/orders/payment-offers.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { downloadShape } from '#ui/icons/icon-shapes-later.ts';
import { useDownload, type Paper } from './use-download.ts';
import styles from './order-view.module.css';

/** Papers of the order as files, for whoever knows its token or is its customer (ORD-04, ORD-05). */
export function DocumentButtons({ order }: { order: Order }) {
  const { t } = useLingui();
  const names = { invoice: t`Invoice`, pre_invoice: t`Pre-invoice`, credit_note: t`Credit note` };
  const documents = order.documents ?? [];
  const invoices = documents.filter((document) => document.kind !== 'pre_invoice');
  const wantsPreInvoice = paymentOffers(order).preInvoice;
  const download = useDownload();
  if (invoices.length === 0 && !wantsPreInvoice) return null;
  const { tokenValue: orderToken } = order;
  const button = (paper: Paper, words: React.ReactNode) => (
    <Button
      key={paper.name}
      kind="secondary"
      busy={download.isPending && download.variables.name === paper.name ? words : undefined}
      onClick={() => {
        if (!download.isPending) download.mutate(paper);
      }}
    >
      <Icon shape={downloadShape} size={20} />
      {words}
    </Button>
  );
  return (
    <div className={styles['documents']}>
      {wantsPreInvoice &&
        button(
          { orderToken, name: `${names.pre_invoice} ${order.number ?? ''}`.trim() },
          <Trans>Download the pre-invoice</Trans>,
        )}
      {invoices.map(({ id, kind, number }) =>
        button(
          // People look for the file by the number of their order.
          { id, orderToken, name: `${number} (${order.number ?? ''})` },
          <span>
            {names[kind]} <span translate="no">{number}</span>
          </span>,
        ),
      )}
      {download.isError && (
        <FormError
          message={
            isAway(download.error)
              ? t`The paper cannot be fetched without a connection. Try again when you are online.`
              : sentenceOf(download.error, { away: '', other: t`Invoice download error` })
          }
        />
      )}
    </div>
  );
}
