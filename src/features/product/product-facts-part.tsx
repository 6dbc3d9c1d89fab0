import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment } from 'react';
import type { AttributeValue, Product, Variant } from '#contract/catalogue.ts';
import { newProductCode } from '#domain/catalogue/product-view.ts';
import { usePaths } from '#i18n/paths.ts';
import { Link } from '#ui/link.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Section } from '#ui/section.tsx';
import styles from './product-facts.module.css';

/** Values of every fact; those of one attribute stand together. */
function factsOf(product: Product): Map<string, AttributeValue[]> {
  const facts = new Map<string, AttributeValue[]>();
  for (const value of product.attributeValues) {
    if (value.code !== newProductCode) facts.set(value.code, [...(facts.get(value.code) ?? []), value]);
  }
  return facts;
}

/** The fact that leads to all goods of its kind (R1.04). */
const brandCode = 'brand';

/** What is said of hazards, in the words of the label, with the papers that say all of it. */
function Safety({ of: safety }: { of: NonNullable<Product['safety']> }) {
  return (
    <div className={styles['safety']}>
      {safety.signalWord ? <p className={styles['signal']}>{safety.signalWord}</p> : null}
      {safety.pictograms.length > 0 && (
        <ul className={styles['pictograms']}>
          {safety.pictograms.map((pictogram) => (
            <li key={pictogram.code}>
              <b>{pictogram.code}</b> {pictogram.text}
            </li>
          ))}
        </ul>
      )}
      <ul className={styles['list']}>
        {safety.statements.map((statement) => (
          <li key={statement.code}>
            <b>{statement.code}</b> {statement.text}
          </li>
        ))}
      </ul>
      {safety.registrationNumber ? (
        <p>
          <Trans>Registration number: {safety.registrationNumber}</Trans>
        </p>
      ) : null}
      {safety.label !== undefined && (
        <p>
          <a href={safety.label}>
            <Trans>Label (PDF)</Trans>
          </a>
        </p>
      )}
      {safety.safetySheet !== undefined && (
        <p>
          <a href={safety.safetySheet}>
            <Trans>Safety data sheet (PDF)</Trans>
          </a>
        </p>
      )}
      <p>
        <strong>
          <Trans>Follow the instructions on the label.</Trans>
        </strong>
      </p>
    </div>
  );
}

/** Facts by their names, the text, hazards and the maker: what the offer must say (PRD-07, PRD-08, PRD-11). */
export function ProductFacts({ product, variant }: { product: Product; variant: Variant }) {
  const { t } = useLingui();
  const paths = usePaths();
  const facts = factsOf(product);
  const { safety, maker, bundle } = product;
  return (
    <div className={styles['facts']}>
      <div>
        {product.description !== undefined && product.description !== '' && (
          <Section title={t`Description`}>
            <RichText className={styles['description']} html={product.description} />
          </Section>
        )}
        {bundle !== undefined && (
          <Section title={t`What is in the set`}>
            <ul className={styles['list']}>
              {bundle.items.map((item) => (
                <li key={item.productVariantCode}>
                  {`${String(item.quantity)} × ${item.productName}`}
                  {!item.required && (
                    <>
                      {' '}
                      <Trans>(your choice)</Trans>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </Section>
        )}
        {safety !== undefined && (
          <Section title={t`Safety`}>
            <Safety of={safety} />
          </Section>
        )}
      </div>
      <div>
        <Section title={t`Facts`}>
          <dl>
            {[...facts].map(([code, values]) => (
              <div key={code} className={styles['fact']}>
                <dt>{values[0]?.name}</dt>
                <dd>
                  {values.map((value, index) => (
                    <Fragment key={value.id}>
                      {index > 0 && ', '}
                      {code === brandCode ? (
                        <Link to={paths.attribute(value.attribute.slug, value.slug)}>{value.value}</Link>
                      ) : (
                        value.value
                      )}
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
            <div className={styles['fact']}>
              <dt>
                <Trans>Product code</Trans>
              </dt>
              <dd translate="no">{variant.code}</dd>
            </div>
            {variant.ean !== undefined && (
              <div className={styles['fact']}>
                <dt>EAN</dt>
                <dd translate="no">{variant.ean}</dd>
              </div>
            )}
          </dl>
        </Section>
        {maker !== undefined && (
          <Section title={t`Maker`}>
            <p>{maker.name}</p>
            <p>{maker.address}</p>
            <p>
              <a href={`mailto:${maker.email}`}>{maker.email}</a>
            </p>
          </Section>
        )}
      </div>
    </div>
  );
}
