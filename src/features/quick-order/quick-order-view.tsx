import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { mostOrderLines, readOrderFile } from '#domain/quick-order/pasted-lines.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { showToast } from '#ui/toast-state.ts';
import { CheckedLines } from './checked-lines.tsx';
import { ListOfLists } from './list-of-lists.tsx';
import { longestName, saveList, sharedText } from './saved-lists.ts';
import { ScanCodes } from './scan-codes.tsx';
import { useQuickOrder } from './use-quick-order.ts';
import styles from './quick-order.module.css';

/** Bytes of a file: a thousand lines are some 30 kB. */
const largestFile = 5 * 1024 * 1024;

type QuickOrder = ReturnType<typeof useQuickOrder>;
type Checked = NonNullable<QuickOrder['checked']>;
const goodLines = ({ lines }: Checked): number =>
  lines.filter(({ verdict }) => verdict.kind === 'good').length;

/** Reads a file as the lines of an order and checks them, or says why it is none. */
function useOrderFile({ fail, check }: QuickOrder) {
  const { t } = useLingui();
  return async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > largestFile) {
      fail(t`The file is larger than 5 MB: it cannot be a list of ${mostOrderLines} lines.`);
      return;
    }
    const content = await file.arrayBuffer().then(
      (bytes) => readOrderFile(new Uint8Array(bytes)),
      () => null,
    );
    if (content === null)
      fail(t`The file is no text. Save the table as CSV, or copy its two columns and paste them here.`);
    else await check(content);
  };
}

/** What became of the lines, and the way into the cart of those that are good. */
function CheckedPart({
  checked,
  isAdding,
  onAdd,
  onTake,
}: {
  checked: Checked;
  isAdding: boolean;
  onAdd: () => void;
  onTake: QuickOrder['take'];
}) {
  const good = goodLines(checked);
  const bad = checked.lines.length - good;
  const left = checked.left;
  return (
    <section className={styles['part']}>
      <h2>
        {bad === 0 ? (
          <Trans>All lines can be ordered</Trans>
        ) : (
          <Plural value={bad} one="# line needs a look" other="# lines need a look" />
        )}
      </h2>
      {left > 0 && (
        <Notice kind="warn">
          <Trans>
            At most {mostOrderLines} lines are taken at once; {left} more were left out.
          </Trans>
        </Notice>
      )}
      {checked.isOfDevice && (
        <Notice kind="info">
          <Trans>
            The shop could not be reached: the lines were checked against the catalogue on this device. Prices
            and stock are confirmed when the lines are sent.
          </Trans>
        </Notice>
      )}
      {good > 0 && (
        <Button busy={isAdding ? <Trans>Adding…</Trans> : undefined} onClick={onAdd}>
          <Plural value={good} one="Put # line into the cart" other="Put # lines into the cart" />
        </Button>
      )}
      <CheckedLines lines={checked.lines} onTake={onTake} />
    </section>
  );
}

/** Codes and quantities pasted, read from a file, scanned or taken from a list; what is good goes into the cart at once. */
export function QuickOrderView() {
  const { t } = useLingui();
  const paths = usePaths();
  const { search } = useLocation();
  const order = useQuickOrder(sharedText(search));
  const { text, checked, work, failure } = order;
  const firstCheck = useRef(order.check);
  useEffect(() => {
    if (sharedText(search) !== '') void firstCheck.current();
  }, [search]);
  const good = checked === null ? 0 : goodLines(checked);
  const readFile = useOrderFile(order);
  return (
    <>
      <Form className={styles['part']} onSubmit={() => void order.check()}>
        <TextArea
          label={t`Codes and quantities`}
          hint={t`One line for each: code or bar code, then the number of pieces. Two columns copied from a spreadsheet are such lines.`}
          rows={8}
          value={text}
          spellCheck={false}
          autoCapitalize="characters"
          onChange={(event) => order.write(event.target.value)}
        />
        <div className={styles['row']}>
          <Button
            type="submit"
            // What can be put into the cart comes first then.
            kind={good > 0 ? 'secondary' : 'primary'}
            busy={work === 'check' ? <Trans>Checking…</Trans> : undefined}
          >
            <Trans>Check the lines</Trans>
          </Button>
          <label className={`${buttonClass('secondary')} ${styles['file'] ?? ''}`}>
            <Trans>Choose a file (CSV)</Trans>
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
              onChange={(event) => {
                void readFile(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </label>
          <ScanCodes
            onCode={(code) => order.write(`${text.trimEnd()}${text.trim() === '' ? '' : '\n'}${code}\t1`)}
          />
        </div>
      </Form>
      {failure !== null && (
        <Notice kind="warn" alert>
          {failure}
        </Notice>
      )}
      {order.added > 0 && (
        <Notice kind="ok">
          <p>
            <Plural value={order.added} one="# line is in the cart." other="# lines are in the cart." />
          </p>
          <p className={styles['go']}>
            <Link className={buttonClass('secondary')} to={paths.cart()}>
              <Trans>To the cart</Trans>
            </Link>
          </p>
        </Notice>
      )}
      {checked !== null && (
        <CheckedPart
          checked={checked}
          isAdding={work === 'add'}
          onAdd={() => void order.add()}
          onTake={order.take}
        />
      )}
      {text.trim() !== '' && (
        <SaveList
          onSave={(name) => {
            if (saveList({ id: crypto.randomUUID(), name, text })) showToast(t`The list is saved.`);
            else showToast(t`The list could not be saved: there is no room for more.`, 'error');
          }}
        />
      )}
      <ListOfLists onOpen={(list) => void order.check(list.text)} />
    </>
  );
}

function SaveList({ onSave }: { onSave: (name: string) => void }) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  return (
    <Form
      className={styles['row']}
      onSubmit={() => {
        if (name.trim() === '') return;
        onSave(name.trim());
        setName('');
      }}
    >
      <TextField
        label={t`Name of the list`}
        hint={t`For example: spring list`}
        value={name}
        maxLength={longestName}
        onChange={(event) => setName(event.target.value)}
      />
      <Button kind="secondary" type="submit">
        <Trans>Save the list</Trans>
      </Button>
    </Form>
  );
}
