import { pointValue } from '#domain/cart/loyalty-points.ts';
import { wholeList } from '#server/http/paging.ts';
import type { Content } from '#server/content/content.ts';
import { optionalText, textIn } from '#domain/catalogue/texts.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';

/** What everybody may read of the loyalty programmes of a channel (contract LOY-01, LOY-02). */
export function mountLoyalty(server: EndpointServer, content: Content): void {
  const rulesOf = (channel: string) =>
    content.data.loyaltyRules.filter(({ channels }) => channels.includes(channel));
  server.serve('loyaltyRule', ({ params, context: { channel, locale } }) => {
    const rule = rulesOf(channel.code).find(({ code }) => code === params.code);
    const terms = content.data.pages.find(
      ({ code, channels }) => code === rule?.terms_page && channels.includes(channel.code),
    );
    if (!rule || !terms) throw new ApiFailure(404, 'not_found');
    return {
      body: {
        id: rule.id,
        code: rule.code,
        name: textIn(rule.name, locale),
        ...optionalText('description', rule.description, locale),
        pointValue,
        earnRate: { points: rule.earn_points, perCents: rule.earn_per_cents },
        termsAndConditionsPage: { id: terms.id },
      },
    };
  });
  server.serve('loyaltyBenefits', ({ query, context: { channel, locale } }) => {
    const rules = new Set(rulesOf(channel.code).map(({ id }) => id));
    const group = query['loyaltyGroups.id'];
    const benefits = content.data.loyaltyBenefits.filter(
      ({ rule_id, groups }) =>
        rules.has(rule_id) && (group === undefined || groups.length === 0 || groups.includes(group)),
    );
    return {
      body: wholeList(
        benefits.map(({ id, name, description, image, groups, position }) => ({
          id,
          name: textIn(name, locale),
          ...optionalText('description', description, locale),
          ...(image === null ? {} : { image }),
          loyaltyGroups: groups.map((one) => ({ id: one })),
          position,
        })),
      ),
    };
  });
}
