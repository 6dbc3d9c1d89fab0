import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePaths } from '#i18n/paths.ts';
import { Icon } from '#ui/icon.tsx';
import { closeShape, searchShape } from '#ui/icon-shapes.ts';
import styles from './search-box.module.css';

/** Words to look for; submitting opens the results page, with and without script (R2.71, R2.72, R2.77, R2.78). */
export function SearchBox({ id = 'search' }: { id?: string }) {
  const { t } = useLingui();
  const paths = usePaths();
  const location = useLocation();
  const shown = location.pathname === paths.search() ? (new URLSearchParams(location.search).get('query') ?? '') : '';
  return <SearchForm key={location.pathname + shown} id={id} initial={shown} action={paths.search()} label={t`Search goods`} />;
}

function SearchForm({ id, initial, action, label }: { id: string; initial: string; action: string; label: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [text, setText] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  return (
    <form
      role="search"
      // Two search forms on one page need two names.
      aria-label={id === 'search' ? undefined : label}
      className={styles['search']}
      method="get"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        input.current?.focus();
        if (text.trim() !== '') void navigate(`${action}?query=${encodeURIComponent(text.trim())}`);
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        name="query"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        value={text}
        placeholder={t({ id: 'search.placeholder', message: 'Search: seeds, NPK, feed…' })}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className={styles['clear']}
          aria-label={t`Clear`}
          onClick={() => {
            setText('');
            input.current?.focus();
          }}
        >
          <Icon shape={closeShape} size={20} />
        </button>
      )}
      <button type="submit" className={styles['submit']}>
        <Icon shape={searchShape} size={22} />
        <span className="visually-hidden">
          <Trans>Search</Trans>
        </span>
      </button>
    </form>
  );
}
