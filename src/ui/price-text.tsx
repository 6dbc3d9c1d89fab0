import { classNames } from '#lib/class-names.ts';
import styles from './price-text.module.css';

interface PriceTextProps {
  /** Whole units with grouping, for instance `1 234`. */
  main: string;
  /** Two digits. */
  decimal: string;
  /** What a screen reader says: the amount as one text. */
  spoken: string;
  prefix?: string | undefined;
  /** The English way: `€12.05`. */
  symbolFirst?: boolean | undefined;
  reduced?: boolean | undefined;
  size?: 'card' | 'page' | undefined;
}

/** The heaviest text on screen: whole units large, cents raised; spoken as one amount (R3.33). */
export function PriceText({
  main,
  decimal,
  spoken,
  prefix,
  symbolFirst = false,
  reduced = false,
  size = 'card',
}: PriceTextProps) {
  return (
    <span
      className={classNames(styles['price'], reduced && styles['reduced'], size === 'page' && styles['page'])}
    >
      <span className="visually-hidden">{prefix === undefined ? spoken : `${prefix} ${spoken}`}</span>
      <span aria-hidden="true" className="no-wrap">
        {prefix !== undefined && <small className={styles['prefix']}>{prefix} </small>}
        {symbolFirst && '€'}
        {main}
        <sup className={styles['cents']}>{`${symbolFirst ? '.' : ','}${decimal}`}</sup>
        {!symbolFirst && ' €'}
      </span>
    </span>
  );
}
