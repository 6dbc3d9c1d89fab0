// @vitest-environment jsdom
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { useKeepFocus } from './keep-focus.ts';

beforeEach(() => setMedia());
afterEach(clearShown);

/** A list whose entries go by a press, some of them into a row that brings them back. */
function List({ isUndone = false }: { isUndone?: boolean }) {
  const [entries, setEntries] = useState(['a', 'b', 'c']);
  const [gone, setGone] = useState<readonly string[]>([]);
  const place = useRef<HTMLDivElement>(null);
  useKeepFocus(place);
  if (entries.length === 0)
    return (
      <div ref={place}>
        <a href="/">Choose goods</a>
      </div>
    );
  return (
    <div ref={place}>
      <ul>
        {entries.map((one) =>
          gone.includes(one) ? (
            <li key={one}>
              <button type="button" onClick={() => setGone(gone.filter((other) => other !== one))}>
                undo {one}
              </button>
            </li>
          ) : (
            <li key={one}>
              <a href={`/${one}`}>{one}</a>
              <button
                type="button"
                onClick={() =>
                  isUndone ? setGone([...gone, one]) : setEntries(entries.filter((other) => other !== one))
                }
              >
                remove {one}
              </button>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}

const focused = () => document.activeElement?.textContent;
async function pressIn(container: HTMLElement, settle: () => Promise<void>, name: string): Promise<void> {
  const button = [...container.querySelectorAll('button')].find((one) => one.textContent === name);
  button?.focus();
  button?.click();
  await settle();
}

test('what a press takes away hands the focus to what stands in its place, to the last, to what is left', async () => {
  const { container, settle } = await show(<List />);
  await pressIn(container, settle, 'remove b');
  expect(focused()).toBe('remove c');
  await pressIn(container, settle, 'remove c');
  expect(focused()).toBe('remove a');
  await pressIn(container, settle, 'remove a');
  expect(focused()).toBe('Choose goods');
});

test('what is brought back has the focus, and so has the way back of what was removed', async () => {
  const { container, settle } = await show(<List isUndone />);
  await pressIn(container, settle, 'remove b');
  expect(focused()).toBe('undo b');
  await pressIn(container, settle, 'undo b');
  expect(focused()).toBe('b');
});

test('who went elsewhere meanwhile is not called back', async () => {
  const { container, settle, click } = await show(<List />);
  const button = container.querySelector('button');
  button?.focus();
  button?.blur();
  await settle();
  await click(button);
  expect(document.activeElement).toBe(document.body);
});
