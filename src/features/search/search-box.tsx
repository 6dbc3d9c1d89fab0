import { Trans, useLingui } from '@lingui/react/macro';
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePaths } from '#i18n/paths.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { closeShape, searchShape } from '#ui/icons/icon-shapes.ts';
import type { SearchPanelProps } from './search-panel.tsx';
import { rememberSearch, useRecentSearches } from './recent-searches.ts';
import styles from './search-box.module.css';

const loadPanel = () => import('./search-panel.tsx');
/** Where its script does not come (a first visit that lost its link) the box goes on without what stands below it. */
const SearchPanel = lazy<ComponentType<SearchPanelProps>>(async () => {
  // The field works without what stands below it.
  const panel = await loadPanel().catch(() => undefined);
  return { default: panel?.SearchPanel ?? (() => null) };
});

/** What is typed holds for the page it was typed on; the results page shows the words that it answers. */
function useTyped() {
  const paths = usePaths();
  const { key, pathname, search } = useLocation();
  const shown = pathname === paths.search() ? (new URLSearchParams(search).get('query') ?? '') : '';
  const [typed, setTyped] = useState({ key, text: shown });
  return {
    key,
    text: typed.key === key ? typed.text : shown,
    write: (text: string) => setTyped({ key, text }),
  };
}

/** Whoever presses or goes elsewhere has left the options. */
function useLeaving(
  form: RefObject<HTMLFormElement | null>,
  isOpen: boolean,
  leave: (to: null) => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const follow = (event: Event) => {
      if (event.target instanceof Node && form.current?.contains(event.target) !== true) leave(null);
    };
    const closed = new AbortController();
    for (const event of ['pointerdown', 'focusin'])
      document.addEventListener(event, follow, { signal: closed.signal });
    return () => closed.abort();
  }, [form, isOpen, leave]);
}

interface Options {
  options: readonly HTMLElement[];
  isOpen: boolean;
  active: number;
  setActive: (option: number) => void;
  open: () => void;
  close: () => void;
  clear: () => void;
}

/** Arrows go through the options, Enter takes one, Escape closes them and then clears the field. */
function followKey(
  event: KeyboardEvent,
  { options, isOpen, active, setActive, open, close, clear }: Options,
) {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (!isOpen) return open();
    const count = options.length;
    if (count === 0) return undefined;
    const step = event.key === 'ArrowDown' ? 1 : -1;
    // From the field itself down leads to the first, up to the last; the ends meet (R2.73).
    const next = active < 0 ? (step === 1 ? 0 : count - 1) : (active + step + count) % count;
    setActive(next);
    options[next]?.scrollIntoView({ block: 'nearest' });
  } else if (event.key === 'Enter' && isOpen && active >= 0) {
    const chosen = options[active];
    if (!chosen) return undefined;
    event.preventDefault();
    chosen.click();
  } else if (event.key === 'Escape') {
    // The first press closes, the next one clears.
    event.preventDefault();
    if (isOpen) close();
    else clear();
  }
  return undefined;
}

/**
 * Words to look for. Submitting opens the results page, with and without script (R2.71-R2.84); below the field stands
 * what was looked for before, or what the words may mean. A combobox: focus stays in the field, arrows go through the
 * options.
 */
export function SearchBox({ id = 'search' }: { id?: string }) {
  const { t } = useLingui();
  const paths = usePaths();
  const navigate = useNavigate();
  const { key, text, write } = useTyped();
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const hasRecent = useRecentSearches().length > 0;
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const isOpen = openedAt === key && (text.trim() !== '' || hasRecent);
  const panelId = `${id}-options`;

  const open = () => {
    // Wanted with the first letter, whether or not there is something to show yet.
    void loadPanel().catch(() => {});
    setOpenedAt(key);
    setActive(-1);
  };
  const close = () => setOpenedAt(null);

  useLeaving(form, isOpen, setOpenedAt);
  const onKeyDown = (event: KeyboardEvent) => {
    const options = [...(form.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    followKey(event, { options, isOpen, active, setActive, open, close, clear: () => write('') });
  };

  return (
    <form
      ref={form}
      role="search"
      // Two search forms on one page need two names.
      aria-label={id === 'search' ? undefined : t`Search goods`}
      className={styles['search']}
      method="get"
      action={paths.search()}
      onSubmit={(event) => {
        event.preventDefault();
        const field = input.current;
        // What stands in the field: a browser may have filled it without a word.
        const query = (field?.value ?? text).trim();
        // The keyboard of a phone would lie over what is found.
        field?.[query && matchMedia('(pointer:coarse)').matches ? 'blur' : 'focus']();
        close();
        if (!query) return;
        rememberSearch(query);
        void navigate(`${paths.search()}?query=${encodeURIComponent(query)}`);
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        <Trans>Search goods</Trans>
      </label>
      <input
        ref={input}
        id={id}
        name="query"
        type="search"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${panelId}-${active}` : undefined}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        value={text}
        placeholder={t({ id: 'search.placeholder', message: 'Search: seeds, NPK, feed…' })}
        onFocus={open}
        onClick={open}
        onChange={(event) => {
          write(event.target.value);
          open();
        }}
        onKeyDown={onKeyDown}
      />
      {text !== '' && (
        <button
          type="button"
          className={styles['clear']}
          aria-label={t`Clear`}
          onClick={() => {
            input.current?.focus();
            write('');
            close();
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
      {isOpen && (
        <Suspense>
          <SearchPanel id={panelId} text={text} active={active} onChosen={close} />
        </Suspense>
      )}
    </form>
  );
}
