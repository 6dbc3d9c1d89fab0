import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import { sessionQueries } from '#features/session/session-queries.ts';
import { formatMoment } from '#i18n/format.ts';
import { Notice } from '#ui/notice.tsx';

/** Between asking for it and the end of the account, ms (contract 3.6). */
const grace = 24 * 60 * 60 * 1000;

/** Says on every page of the account that it is to be deleted, until when it can be kept, and how (R3.57, R9.03). */
export function DeletionNotice() {
  const { i18n } = useLingui();
  const { data: customer } = useQuery(sessionQueries.customer(useShop()));
  const asked = customer?.user.accountRemoveRequestedAt;
  if (asked === undefined) return null;
  const end = formatMoment(new Date(asked).getTime() + grace, i18n.locale, 0);
  return (
    <Notice kind="warn">
      <p>
        <strong>
          <Trans>Your account will be deleted within 24 hours, on {end}.</Trans>
        </strong>
      </p>
      <p>
        <Trans>If you have changed your mind, follow the link in the letter that we have sent you.</Trans>
      </p>
    </Notice>
  );
}
