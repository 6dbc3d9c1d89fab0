/** The terms of giving back in the words of schema.org. */
import type { OfferTerms } from './offer-terms.ts';
import { type Data, schema, amount } from './schema-org.ts';

const returnMethods: Record<string, string> = { courier: 'ReturnByMail', collection: 'ReturnInStore' };

export function returnPolicy(terms: OfferTerms, isReturnable: boolean): Data {
  const { days, ways } = terms.returns ?? { days: 0, ways: [] };
  const policy = { '@type': 'MerchantReturnPolicy', applicableCountry: terms.countries };
  if (!isReturnable) return { ...policy, returnPolicyCategory: `${schema}/MerchantReturnNotPermitted` };
  const byMail = ways.find(({ kind }) => kind === 'courier')?.fee ?? 0;
  return {
    ...policy,
    returnPolicyCategory: `${schema}/MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: days,
    returnMethod: ways.flatMap(({ kind }) =>
      returnMethods[kind] ? [`${schema}/${returnMethods[kind]}`] : [],
    ),
    ...(byMail > 0
      ? {
          returnFees: `${schema}/ReturnShippingFees`,
          returnShippingFeesAmount: {
            '@type': 'MonetaryAmount',
            value: amount(byMail),
            currency: terms.currency,
          },
        }
      : { returnFees: `${schema}/FreeReturn` }),
  };
}
