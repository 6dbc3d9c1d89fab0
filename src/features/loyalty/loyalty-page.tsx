import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { sessionQueries } from '#features/session/session-queries.ts';
import { usePagePath } from '#i18n/content-page.ts';
import { FormError } from '#ui/form/form-error.tsx';
import { Notice } from '#ui/notice.tsx';
import { panelClass } from '#ui/panel.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { JoinForm } from './join-form.tsx';
import { LeaveProgramme } from './leave-programme.tsx';
import { PointsHistory } from './points-history.tsx';
import { loyaltyQueries } from './loyalty-queries.ts';
import { useLeave } from './use-membership.ts';
import styles from './loyalty.module.css';

/** What members have of the programme; nothing where it is not known. */
function Benefits() {
  const { data = [] } = useQuery(loyaltyQueries.benefits(useShop()));
  if (data.length === 0) return null;
  return (
    <section className={panelClass} aria-labelledby="loyalty-benefits">
      <h2 id="loyalty-benefits">
        <Trans>What members have</Trans>
      </h2>
      <ul className={styles['benefits']}>
        {data.map(({ id, name, description }) => (
          <li key={id}>
            <b>{name}</b>
            {description !== undefined && <p>{description}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The loyalty programme in the account (R2.34, R3.66): card and points of a member, the way in for whoever is none. The first
 * membership is the one (R3.58).
 */
export function LoyaltyPage() {
  const shop = useShop();
  const { data: customer, isPending } = useQuery(sessionQueries.customer(shop));
  const offered = useChannel().loyaltyRule;
  const card = customer?.loyaltyRules[0];
  const code = card?.loyaltyRule.code ?? offered;
  const { data: rule } = useQuery({ ...loyaltyQueries.rule(shop, code ?? ''), enabled: code !== undefined });
  const terms = usePagePath(rule?.termsAndConditionsPage.id ?? null);
  const leaving = useLeave();
  if (isPending) return <Skeleton height="24rem" />;
  if (!customer)
    return (
      <Notice kind="warn" alert>
        <Trans>Your details could not be loaded.</Trans>
      </Notice>
    );
  if (code === undefined)
    return (
      <Notice>
        <Trans>This shop has no loyalty programme.</Trans>
      </Notice>
    );
  return (
    <div className={styles['page']}>
      {card ? (
        <section className={panelClass} aria-labelledby="loyalty-card">
          <h2 id="loyalty-card">{rule?.name ?? <Trans>Loyalty card</Trans>}</h2>
          {leaving.problem !== null && <FormError message={leaving.problem} />}
          <dl className={styles['card']}>
            <div>
              <dt>
                <Trans>Card number</Trans>
              </dt>
              <dd translate="no">{card.loyaltyCard.number}</dd>
            </div>
            <div>
              <dt>
                <Trans>Points</Trans>
              </dt>
              <dd>{card.loyaltyCard.pointsTotal}</dd>
            </div>
          </dl>
          {terms !== undefined && (
            <p>
              <TextLink to={terms}>
                <Trans>Terms of the programme</Trans>
              </TextLink>
            </p>
          )}
          <LeaveProgramme card={card} leaving={leaving} />
        </section>
      ) : (
        <JoinForm code={code} rule={rule} terms={terms} />
      )}
      {card && <PointsHistory />}
      <Benefits />
    </div>
  );
}
