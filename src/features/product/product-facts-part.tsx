import { Trans, useLingui } from '@lingui/react/macro';
import type { Product, Variant } from '#contract/catalogue.ts';
import { newProductCode } from '#domain/product-view.ts';
import { RichText } from '#ui/rich-text.tsx';
import { Section } from '#ui/section.tsx';
import styles from './product-facts.module.css';

/** Name and value of every fact; values of one attribute stand together. */
function factsOf(product: Product): { code: string; name: string; value: string }[] {
  const facts = new Map<string, { code: string; name: string; value: string }>();
  for (const { code, name, value } of product.attributeValues) {
    if (code === newProductCode) continue;
    const known = facts.get(code);
    facts.set(code, { code, name, value: known === undefined ? value : `${known.value}, ${value}` });
  }
  return [...facts.values()];
}

/** Facts as a table, the text, hazards and the maker: what the offer must say (PRD-07, PRD-08, PRD-11). */
export function ProductFacts({ product, variant }: { product: Product; variant: Variant }) {
  const { t } = useLingui();
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
            <ul className={styles['bundle']}>
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
              <ul className={styles['statements']}>
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
              <p>
                <strong>
                  <Trans>Follow the instructions on the label.</Trans>
                </strong>
              </p>
            </div>
          </Section>
        )}
      </div>
      <div>
        <Section title={t`Facts`}>
          <table className={styles['table']}>
            <tbody>
              {facts.map((fact) => (
                <tr key={fact.code}>
                  <th scope="row">{fact.name}</th>
                  <td>{fact.value}</td>
                </tr>
              ))}
              <tr>
                <th scope="row">
                  <Trans>Product code</Trans>
                </th>
                <td>{variant.code}</td>
              </tr>
              {variant.ean !== undefined && (
                <tr>
                  <th scope="row">EAN</th>
                  <td>{variant.ean}</td>
                </tr>
              )}
            </tbody>
          </table>
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
