import type { ReactNode } from 'react';
import styles from './table.module.css';

interface TableProps {
  /** What the table tells, for who only hears it; left out where the words right above say so. */
  caption?: string;
  /** Headings of the columns, from the left; left out where the rows need none. */
  columns?: readonly string[];
  /** Of a screen whose rows stand otherwise. */
  className?: string | undefined;
  /** Rows, the heading of each a `th` with `scope="row"`. */
  children: ReactNode;
}

/** Rows as wide as what they stand in, for any screen: names at the left, numbers at the right, a line above each. */
export function Table({ caption, columns, className = '', children }: TableProps) {
  return (
    <table className={`${styles['table'] ?? ''} ${className}`}>
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      {columns && (
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
      )}
      {children}
    </table>
  );
}
