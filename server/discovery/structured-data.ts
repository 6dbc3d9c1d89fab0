/**
 * What a page says to machines in the words of schema.org: exactly what it says to people (UX PRD-14). Prices are those
 * with tax, which is what is paid, as cents / 100 (R7.78).
 */
import type { TaxonRef } from '#contract/catalogue.ts';
import { defaultLocale } from '#contract/locale.ts';
import type { PageSubject } from '#contract/page-head.ts';
import { plainText } from '#server/text/plain-text.ts';
import { attributeValuePath, routePath, taxonPath } from '#server/text/site-paths.ts';
import { type DataContext, type Data, schema, pictureAddress, sellerId } from './schema-org.ts';
import { productData } from './product-data.ts';
import { returnPolicy } from './return-policy-data.ts';

/** The blocks of one page, in one graph; null when the page has nothing to say. */
export function structuredData(subject: PageSubject, context: DataContext): Data | null {
  const graph = [...about(subject, context), ...wayTo(subject, context)];
  return graph.length === 0 ? null : { '@context': schema, '@graph': graph };
}

function about({ route, product, variant, article, faq }: PageSubject, context: DataContext): Data[] {
  if (route === 'HOME') return [organization(context), website(context)];
  if (product) return [productData(product, variant, context)];
  if (article) return [articleData(article, context)];
  if (faq) return [faqData(faq, context)];
  return [];
}

function organization({ origin, seller, terms, shopName }: DataContext): Data {
  return {
    '@type': 'OnlineStore',
    '@id': sellerId(origin),
    name: shopName,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    // Nobody has said yet who sells here.
    ...(seller.name === ''
      ? {}
      : {
          legalName: seller.name,
          email: seller.email,
          telephone: seller.phone,
          ...(seller.vatNumber === '' ? {} : { vatID: seller.vatNumber }),
          address: postalAddress(seller.address),
        }),
    ...(terms?.returns ? { hasMerchantReturnPolicy: returnPolicy(terms, true) } : {}),
  };
}

/** `Street 2, LT-20101 Town` as its parts. */
function postalAddress(address: string): Data {
  const [, street, country, code, town] = /^(.+), ([A-Z]{2})-(\S+) (.+)$/.exec(address) ?? [];
  if (street === undefined) return { '@type': 'PostalAddress', streetAddress: address };
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    postalCode: `${country}-${code}`,
    addressLocality: town,
    addressCountry: country,
  };
}

const website = ({ origin, locale, shopName }: DataContext): Data => ({
  '@type': 'WebSite',
  '@id': `${origin}/#site`,
  name: shopName,
  url: `${origin}/`,
  inLanguage: locale,
  publisher: { '@id': sellerId(origin) },
});

function articleData(article: NonNullable<PageSubject['article']>, context: DataContext): Data {
  const image = article.image && pictureAddress(context.origin, article.image.path);
  return {
    '@type': 'Article',
    headline: article.name,
    ...(article.excerpt ? { description: plainText(article.excerpt) } : {}),
    ...(image ? { image: [image] } : {}),
    datePublished: article.publishedAt,
    inLanguage: context.locale,
    mainEntityOfPage: context.url,
    author: { '@type': 'Organization', name: context.shopName, url: `${context.origin}/` },
    publisher: { '@type': 'Organization', '@id': sellerId(context.origin), name: context.shopName },
  };
}

const faqData = (items: NonNullable<PageSubject['faq']>, { locale, url }: DataContext): Data => ({
  '@type': 'FAQPage',
  '@id': `${url}#faq`,
  inLanguage: locale,
  mainEntity: items.flatMap(({ translations }) => {
    const words = translations[locale] ?? translations[defaultLocale];
    if (!words) return [];
    return [
      {
        '@type': 'Question',
        name: words.question,
        acceptedAnswer: { '@type': 'Answer', text: words.answer },
      },
    ];
  }),
});

/** The way from home to the page, as it stands above its heading. */
function wayTo(subject: PageSubject, { origin, locale, url }: DataContext): Data[] {
  const { product, taxon, attributeValue, article, page, words, route } = subject;
  const absolute = (path: string) => new URL(path, origin).href;
  const ofTaxon = ({ name, slug, id }: TaxonRef) => ({ name, item: absolute(taxonPath(locale, slug, id)) });
  const home = { name: words.home, item: absolute(routePath(locale, 'HOME')) };
  const own = (name: string) => ({ name, item: url });
  let steps: { name: string; item: string }[] = [];
  if (product) {
    const main = (
      product.productTaxons.find((one) => one.taxon.id === product.mainTaxon?.id) ?? product.productTaxons[0]
    )?.taxon;
    steps = [...(main ? [...(main.ancestors ?? []), main].map(ofTaxon) : []), own(product.name)];
  } else if (article)
    steps = [{ name: words.news, item: absolute(routePath(locale, 'NEWS')) }, own(article.name)];
  else if (route === 'TAXON_PRODUCTS' && taxon) steps = [...taxon.ancestors.map(ofTaxon), own(taxon.name)];
  else if (attributeValue) {
    const { attribute, slug, value } = attributeValue;
    const alone = { name: value, item: absolute(attributeValuePath(locale, attribute.slug, slug)) };
    steps = taxon ? [alone, own(`${value}: ${taxon.name}`)] : [own(value)];
  } else if (route === 'SALES_TAXON' && taxon) steps = [ofTaxon(taxon)];
  else if (route === 'STATIC' && page) steps = [own(page.title)];
  if (steps.length === 0) return [];
  const itemListElement = [home, ...steps].map((step, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    ...step,
  }));
  return [{ '@type': 'BreadcrumbList', itemListElement }];
}
