/**
 * The part of schema.org's vocabulary (https://schema.org/version/latest, release 29) that a shop's pages use: types with
 * their parents and properties with what they may hold. A page that says anything else fails.
 */
const types: Record<string, { parents: string[]; properties: Record<string, string[]> }> = {
  Thing: {
    parents: [],
    properties: {
      name: ['Text'],
      description: ['Text'],
      url: ['URL'],
      image: ['URL', 'ImageObject'],
      mainEntityOfPage: ['URL', 'CreativeWork'],
    },
  },
  Organization: {
    parents: ['Thing'],
    properties: {
      legalName: ['Text'],
      logo: ['URL'],
      email: ['Text'],
      telephone: ['Text'],
      vatID: ['Text'],
      address: ['PostalAddress', 'Text'],
      hasMerchantReturnPolicy: ['MerchantReturnPolicy'],
    },
  },
  OnlineBusiness: { parents: ['Organization'], properties: {} },
  OnlineStore: { parents: ['OnlineBusiness'], properties: {} },
  Brand: { parents: ['Thing'], properties: {} },
  CreativeWork: {
    parents: ['Thing'],
    properties: {
      author: ['Organization', 'Person'],
      publisher: ['Organization', 'Person'],
      datePublished: ['Date', 'DateTime'],
      headline: ['Text'],
      inLanguage: ['Text', 'Language'],
      mainEntity: ['Thing'],
    },
  },
  WebSite: { parents: ['CreativeWork'], properties: {} },
  Article: { parents: ['CreativeWork'], properties: {} },
  WebPage: { parents: ['CreativeWork'], properties: {} },
  FAQPage: { parents: ['WebPage'], properties: {} },
  Comment: { parents: ['CreativeWork'], properties: { text: ['Text'] } },
  Question: { parents: ['Comment'], properties: { acceptedAnswer: ['Answer', 'ItemList'] } },
  Answer: { parents: ['Comment'], properties: {} },
  Product: {
    parents: ['Thing'],
    properties: {
      aggregateRating: ['AggregateRating'],
      brand: ['Brand', 'Organization'],
      category: ['Text', 'URL'],
      gtin: ['Text', 'URL'],
      isVariantOf: ['ProductGroup'],
      manufacturer: ['Organization'],
      offers: ['Offer'],
      sku: ['Text'],
    },
  },
  ProductGroup: {
    parents: ['Product'],
    properties: { hasVariant: ['Product'], productGroupID: ['Text'], variesBy: ['Text'] },
  },
  Intangible: { parents: ['Thing'], properties: {} },
  Rating: {
    parents: ['Intangible'],
    properties: {
      ratingValue: ['Number', 'Text'],
      bestRating: ['Number', 'Text'],
      worstRating: ['Number', 'Text'],
    },
  },
  AggregateRating: {
    parents: ['Rating'],
    properties: { reviewCount: ['Integer'], ratingCount: ['Integer'] },
  },
  Offer: {
    parents: ['Intangible'],
    properties: {
      availability: ['ItemAvailability'],
      hasMerchantReturnPolicy: ['MerchantReturnPolicy'],
      itemCondition: ['OfferItemCondition'],
      price: ['Number', 'Text'],
      priceCurrency: ['Text'],
      priceSpecification: ['PriceSpecification'],
      priceValidUntil: ['Date', 'DateTime'],
      seller: ['Organization', 'Person'],
      shippingDetails: ['OfferShippingDetails'],
    },
  },
  StructuredValue: { parents: ['Intangible'], properties: {} },
  PriceSpecification: {
    parents: ['StructuredValue'],
    properties: { price: ['Number', 'Text'], priceCurrency: ['Text'], valueAddedTaxIncluded: ['Boolean'] },
  },
  UnitPriceSpecification: {
    parents: ['PriceSpecification'],
    properties: {
      priceType: ['PriceTypeEnumeration', 'Text'],
      referenceQuantity: ['QuantitativeValue'],
      unitCode: ['Text'],
    },
  },
  QuantitativeValue: {
    parents: ['StructuredValue'],
    properties: { value: ['Number', 'Text'], unitCode: ['Text'], valueReference: ['QuantitativeValue'] },
  },
  MonetaryAmount: { parents: ['StructuredValue'], properties: { value: ['Number'], currency: ['Text'] } },
  ContactPoint: { parents: ['StructuredValue'], properties: {} },
  PostalAddress: {
    parents: ['ContactPoint'],
    properties: {
      streetAddress: ['Text'],
      postalCode: ['Text'],
      addressLocality: ['Text'],
      addressCountry: ['Text', 'Country'],
    },
  },
  DefinedRegion: { parents: ['StructuredValue'], properties: { addressCountry: ['Text', 'Country'] } },
  OfferShippingDetails: {
    parents: ['StructuredValue'],
    properties: { shippingRate: ['MonetaryAmount'], shippingDestination: ['DefinedRegion'] },
  },
  MerchantReturnPolicy: {
    parents: ['Intangible'],
    properties: {
      applicableCountry: ['Text', 'Country'],
      merchantReturnDays: ['Integer'],
      returnFees: ['ReturnFeesEnumeration'],
      returnMethod: ['ReturnMethodEnumeration'],
      returnPolicyCategory: ['MerchantReturnEnumeration'],
      returnShippingFeesAmount: ['MonetaryAmount'],
    },
  },
  ItemList: { parents: ['Intangible'], properties: { itemListElement: ['ListItem', 'Thing', 'Text'] } },
  BreadcrumbList: { parents: ['ItemList'], properties: {} },
  ListItem: { parents: ['Intangible'], properties: { item: ['URL', 'Thing'], position: ['Integer'] } },
};

const enumerations: Record<string, string[]> = {
  ItemAvailability: ['InStock', 'OutOfStock', 'InStoreOnly', 'PreOrder', 'BackOrder', 'LimitedAvailability'],
  OfferItemCondition: ['NewCondition', 'UsedCondition'],
  PriceTypeEnumeration: ['ListPrice', 'StrikethroughPrice', 'SalePrice', 'MSRP'],
  ReturnFeesEnumeration: ['FreeReturn', 'ReturnShippingFees', 'ReturnFeesCustomerResponsibility'],
  ReturnMethodEnumeration: ['ReturnByMail', 'ReturnInStore', 'ReturnAtKiosk'],
  MerchantReturnEnumeration: [
    'MerchantReturnFiniteReturnWindow',
    'MerchantReturnNotPermitted',
    'MerchantReturnUnlimitedWindow',
  ],
};

/**
 * What Google wants of its results beyond the vocabulary: product snippet and merchant listing, breadcrumb, article,
 * organization (https://developers.google.com/search/docs/appearance/structured-data).
 */
const required: Record<string, string[]> = {
  Product: ['name', 'offers'],
  Offer: ['price', 'priceCurrency', 'availability', 'url'],
  AggregateRating: ['ratingValue', 'reviewCount'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Article: ['headline', 'datePublished', 'author'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  OnlineStore: ['name', 'url', 'logo', 'address'],
  OfferShippingDetails: ['shippingRate', 'shippingDestination'],
  MonetaryAmount: ['value', 'currency'],
  MerchantReturnPolicy: ['applicableCountry', 'returnPolicyCategory'],
};

const lineage = (type: string): string[] => [type, ...(types[type]?.parents ?? []).flatMap(lineage)];
const propertiesOf = (type: string): Record<string, string[]> =>
  Object.assign({}, ...lineage(type).map((one) => types[one]?.properties ?? {})) as Record<string, string[]>;

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fits(value: unknown, kind: string): boolean {
  if (kind === 'Text') return typeof value === 'string' && value.trim() !== '';
  if (kind === 'URL') return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
  if (kind === 'Number') return typeof value === 'number' && Number.isFinite(value);
  if (kind === 'Integer') return Number.isInteger(value);
  if (kind === 'Boolean') return typeof value === 'boolean';
  if (kind === 'Date' || kind === 'DateTime')
    return (
      typeof value === 'string' &&
      /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(value) &&
      !Number.isNaN(Date.parse(value))
    );
  const names = enumerations[kind];
  if (names) return names.some((name) => value === `https://schema.org/${name}`);
  if (!isNode(value)) return false;
  // A reference to a thing that stands elsewhere.
  if (value['@type'] === undefined) return typeof value['@id'] === 'string';
  return typeof value['@type'] === 'string' && lineage(value['@type']).includes(kind);
}

/** Everything about a block of structured data that the published definitions do not allow; empty = valid. */
export function mistakesIn(data: unknown): string[] {
  if (!isNode(data)) return ['not an object'];
  const mistakes: string[] = [];
  if (data['@context'] !== 'https://schema.org') mistakes.push('no context');
  const walk = (node: Node, where: string): void => {
    const type = node['@type'];
    if (type === undefined && typeof node['@id'] === 'string') return;
    if (typeof type !== 'string' || !types[type]) {
      mistakes.push(`${where}: unknown type ${String(type)}`);
      return;
    }
    const known = propertiesOf(type);
    for (const name of required[type] ?? [])
      if (!(name in node)) mistakes.push(`${where}: ${type} without ${name}`);
    for (const [name, value] of Object.entries(node)) {
      if (name.startsWith('@')) continue;
      const kinds = known[name];
      if (!kinds) {
        mistakes.push(`${where}: ${type} has no ${name}`);
        continue;
      }
      const values = Array.isArray(value) ? (value as unknown[]) : [value];
      if (values.length === 0) mistakes.push(`${where}.${name}: empty`);
      for (const one of values) {
        if (!kinds.some((kind) => fits(one, kind)))
          mistakes.push(`${where}.${name}: ${JSON.stringify(one)} is none of ${kinds.join(', ')}`);
        if (isNode(one)) walk(one, `${where}.${name}`);
      }
    }
    if (type === 'BreadcrumbList') {
      const steps = node['itemListElement'] as Node[];
      if (!steps.every((step, at) => step['position'] === at + 1))
        mistakes.push(`${where}: steps out of order`);
    }
  };
  const graph = data['@graph'];
  if (Array.isArray(graph)) for (const [at, node] of graph.entries()) walk(node as Node, `[${at}]`);
  else walk(data, '');
  return mistakes;
}
