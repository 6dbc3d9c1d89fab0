import { Trans, useLingui } from '@lingui/react/macro';
import { apiBase } from '#contract/endpoints.ts';
import type { Order } from '#contract/orders.ts';
import { buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { downloadShape } from '#ui/icon-shapes-later.ts';
import styles from './order-view.module.css';

/** Papers of the order as files. The token in the address is the buyer's right to them (ORD-04, ORD-05). */
export function DocumentButtons({ order }: { order: Order }) {
  const { t } = useLingui();
  const names = { invoice: t`Invoice`, pre_invoice: t`Pre-invoice`, credit_note: t`Credit note` };
  const token = encodeURIComponent(order.tokenValue);
  const documents = order.documents ?? [];
  const invoices = documents.filter((document) => document.kind !== 'pre_invoice');
  const wantsPreInvoice = order.paymentState === 'awaiting_payment';
  if (invoices.length === 0 && !wantsPreInvoice) return null;
  return (
    <div className={styles['documents']}>
      {wantsPreInvoice && (
        <a
          className={buttonClass('secondary', true)}
          href={`${apiBase}/shop/orders/${token}/pre-invoice/download`}
          download
        >
          <Icon shape={downloadShape} size={20} />
          <Trans>Download the pre-invoice</Trans>
        </a>
      )}
      {invoices.map((document) => (
        <a
          key={document.id}
          className={buttonClass('secondary', true)}
          href={`${apiBase}/shop/invoices/${String(document.id)}/download?orderToken=${token}`}
          download
        >
          <Icon shape={downloadShape} size={20} />
          {names[document.kind]} {document.number}
        </a>
      ))}
    </div>
  );
}
