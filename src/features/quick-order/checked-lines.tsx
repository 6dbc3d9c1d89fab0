import { Plural, Trans } from '@lingui/react/macro';
import type { CheckedLine } from '#domain/quick-order/check-lines.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { okShape, warningShape } from '#ui/icon-shapes.ts';
import styles from './quick-order.module.css';

/** What keeps a line from being ordered, in words. */
function Why({ line, onTake }: { line: CheckedLine; onTake: (quantity: number) => void }) {
  const { verdict, written, quantity } = line;
  switch (verdict.kind) {
    case 'good':
      return <Trans>{quantity ?? 0} pcs.</Trans>;
    case 'short': {
      const { stock } = verdict;
      return (
        <>
          <Trans>
            {quantity ?? 0} pcs. wanted, {stock} in stock.
          </Trans>{' '}
          <Button kind="secondary" onClick={() => onTake(stock)}>
            <Trans>Take {stock}</Trans>
          </Button>
        </>
      );
    }
    case 'sold out':
      return <Trans>Sold out.</Trans>;
    case 'choose':
      return <Trans>It comes in several packs: write the code of one of them.</Trans>;
    case 'bundle':
      return <Trans>A set is ordered on its own page.</Trans>;
    case 'unknown':
      return <Trans>No goods have this code.</Trans>;
    default: {
      const { most } = verdict;
      const shown = quantity === null ? written : String(quantity);
      return (
        <Trans>
          “{shown}” is no number of pieces between 1 and {most}.
        </Trans>
      );
    }
  }
}

/** Each goods of the list with the shop's judgement of it; those that need a look come first. */
export function CheckedLines({
  lines,
  onTake,
}: {
  lines: readonly CheckedLine[];
  onTake: (line: CheckedLine, quantity: number) => void;
}) {
  const isGood = (line: CheckedLine) => line.verdict.kind === 'good';
  const ordered = [...lines.filter((line) => !isGood(line)), ...lines.filter(isGood)];
  return (
    <ul className={styles['lines']}>
      {ordered.map((line) => {
        const { verdict, rows } = line;
        const name = 'product' in verdict ? verdict.product.name : '';
        const pack = 'variant' in verdict ? verdict.variant.name : '';
        return (
          <li key={rows[0]} className={styles['line']} data-good={isGood(line) || undefined}>
            <Icon shape={isGood(line) ? okShape : warningShape} size={20} />
            <div className={styles['what']}>
              <span>
                <b>{line.code}</b> {[name, pack].filter(Boolean).join(', ')}
              </span>
              <span>
                <Why line={line} onTake={(quantity) => onTake(line, quantity)} />
              </span>
              {rows.length > 1 && (
                <span className={styles['note']}>
                  <Plural
                    value={rows.length}
                    one="It stands in # row."
                    other="It stands in # rows, which were added up."
                  />
                </span>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
