import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { ShareButton } from '#ui/share-button.tsx';
import {
  longestName,
  removeList,
  renameList,
  sharedQuery,
  useSavedLists,
  type SavedList,
} from './saved-lists.ts';
import styles from './quick-order.module.css';

/** Lists kept on this device: looked at again, renamed, sent to somebody, removed. */
export function ListOfLists({ onOpen }: { onOpen: (list: SavedList) => void }) {
  const lists = useSavedLists();
  if (lists.length === 0) return null;
  return (
    <section className={styles['part']}>
      <h2>
        <Trans>Saved lists</Trans>
      </h2>
      <p className={styles['note']}>
        <Trans>They are kept on this device until you log out.</Trans>
      </p>
      <ul className={styles['lists']}>
        {lists.map((list) => (
          <OneList key={list.id} list={list} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

function OneList({ list, onOpen }: { list: SavedList; onOpen: (list: SavedList) => void }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const [name, setName] = useState<string | null>(null);
  const query = sharedQuery(list.text);
  if (name !== null) {
    return (
      <li>
        <Form
          className={styles['row']}
          onSubmit={() => {
            if (name.trim() !== '') renameList(list.id, name.trim());
            setName(null);
          }}
        >
          <TextField
            label={t`Name of the list`}
            value={name}
            maxLength={longestName}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit">
            <Trans>Rename</Trans>
          </Button>
        </Form>
      </li>
    );
  }
  return (
    <li className={styles['list']}>
      <b>{list.name}</b>
      <div className={styles['row']}>
        <Button kind="secondary" onClick={() => onOpen(list)}>
          <Trans>Order again</Trans>
        </Button>
        <Button kind="quiet" onClick={() => setName(list.name)}>
          <Trans>Rename</Trans>
        </Button>
        {query !== null && <ShareButton title={list.name} to={`${pathname}?${query}`} />}
        <Button kind="quiet" onClick={() => removeList(list.id)}>
          <Trans>Remove the list</Trans>
        </Button>
      </div>
    </li>
  );
}
