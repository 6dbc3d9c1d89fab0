import { Plural, Trans } from '@lingui/react/macro';
import { memo, startTransition, useEffect, useState } from 'react';
import { useSignedIn } from '#api/use-signed-in.ts';
import type { CheckedLine } from '#domain/quick-order/check-lines.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { okShape, warningShape } from '#ui/icons/icon-shapes.ts';
import { Link } from '#ui/link.tsx';
import styles from './quick-order.module.css';

/** What keeps a line from being ordered, in words. */
function Why({ line, onTake }: { line: CheckedLine; onTake: (quantity: number) => void }) {
  const { verdict, wrong, quantity } = line;
  switch (verdict.kind) {
    case 'good':
      return <Plural value={quantity ?? 0} one="# pc" other="# pcs" />;
    case 'short': {
      const { stock } = verdict;
      return (
        <>
          <Trans>
            <Plural value={quantity ?? 0} one="# pc" other="# pcs" /> wanted, {stock} in stock.
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
    case 'trade':
      return <OnlyForTrade />;
    case 'unknown':
      return <Trans>No goods have this code.</Trans>;
    default: {
      const { most } = verdict;
      return (wrong.length > 0 ? wrong : [String(quantity)]).map((shown) => (
        <span key={shown}>
          <Trans>
            “{shown}” is no number of pieces between 1 and {most}.
          </Trans>{' '}
        </span>
      ));
    }
  }
}

function OnlyForTrade() {
  const paths = usePaths();
  const isSignedIn = useSignedIn();
  return (
    <>
      <Trans>Only for farmers and companies.</Trans>{' '}
      {isSignedIn ? (
        <Trans>Sold to customers who have shown us what their trade is.</Trans>
      ) : (
        <Link to={paths.auth()}>
          <Trans>Sign in to order</Trans>
        </Link>
      )}
    </>
  );
}

/** Rows that are drawn with the button; those below the screen follow after so many ms, so that who presses the button at once waits for none. */
const rowsAtOnce = 30;
const othersAfter = 500;

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
  const [drawn, setDrawn] = useState(rowsAtOnce);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDrawn(Infinity)), othersAfter);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ul className={styles['lines']}>
      {ordered.slice(0, drawn).map((line) => (
        <Row key={line.rows[0]?.at} line={line} onTake={onTake} />
      ))}
    </ul>
  );
}

interface RowProps {
  line: CheckedLine;
  onTake: (line: CheckedLine, quantity: number) => void;
}

/** Each judgement makes new lines: what takes a line of this one is the same until then. */
const isSameLine = (before: RowProps, after: RowProps) => before.line === after.line;

const Row = memo(function Row({ line, onTake }: RowProps) {
  const { verdict, rows } = line;
  const isGood = verdict.kind === 'good';
  const name = 'product' in verdict ? verdict.product.name : '';
  const pack = 'variant' in verdict ? verdict.variant.name : '';
  return (
    <li className={styles['line']} data-good={isGood || undefined}>
      <Icon shape={isGood ? okShape : warningShape} size={20} />
      <div className={styles['what']}>
        <span>
          <b>{line.code}</b> {[name, pack].filter(Boolean).join(', ')}
        </span>
        <span>
          <Why line={line} onTake={(quantity) => onTake(line, quantity)} />
        </span>
        {/* Nothing was added up where a number is none. */}
        {rows.length > 1 && line.quantity !== null && (
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
}, isSameLine);
