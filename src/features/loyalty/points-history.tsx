import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { useShop } from '#api/shop.ts';
import type { PointsEntry } from '#contract/loyalty.ts';
import { useAccountPath } from '#i18n/account-paths.ts';
import { formatDate } from '#i18n/format.ts';
import { panelClass } from '#ui/panel.ts';
import { Table } from '#ui/table.tsx';
import { loyaltyQueries } from './loyalty-queries.ts';

/** What made the points more or fewer; a correction in the shop's own words. What has no word of its own was there at the beginning. */
function Happened({ entry: { kind, note } }: { entry: PointsEntry }): ReactNode {
  switch (kind) {
    case 'earned':
      return <Trans>Earned for an order</Trans>;
    case 'spent':
      return <Trans>Used for an order</Trans>;
    case 'given_back':
      return <Trans>Back from a cancelled order</Trans>;
    case 'expired':
      return <Trans>Points have expired</Trans>;
    default:
      return note ?? <Trans>Earlier points</Trans>;
  }
}

/** What happened to a member's points, the last first (LOY-05); nothing where nothing is known. */
export function PointsHistory() {
  const { t, i18n } = useLingui();
  const addressOf = useAccountPath();
  const { data = [] } = useQuery(loyaltyQueries.history(useShop()));
  if (data.length === 0) return null;
  return (
    <section className={panelClass} aria-labelledby="loyalty-history">
      <h2 id="loyalty-history">
        <Trans>History of your points</Trans>
      </h2>
      <Table columns={[t`Why`, t`Points`]}>
        <tbody>
          {data.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">
                <Happened entry={entry} />
                {entry.order !== undefined && (
                  <>
                    {': '}
                    <Link to={addressOf('ORDER', { orderToken: entry.order.tokenValue })}>
                      <span translate="no">{entry.order.number}</span>
                    </Link>
                  </>
                )}
                <br />
                <time dateTime={entry.at}>{formatDate(entry.at, i18n.locale)}</time>
              </th>
              <td>{entry.points > 0 ? `+${entry.points}` : `\u2212${-entry.points}`}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
