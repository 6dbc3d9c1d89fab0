// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { tolerateForeignChanges } from './foreign-changes.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
tolerateForeignChanges();

/** What a browser's page translator does to the texts that stand there. */
function translate(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest('font')) continue;
    const outer = document.createElement('font');
    outer.append(document.createElement('font'));
    outer.firstElementChild?.append(`[${text.data}]`);
    text.parentNode?.replaceChild(outer, text);
  }
}

function Goods({ count }: { count: number }) {
  return (
    <p>
      Left: {count} {count > 1 ? 'pieces' : <b>piece</b>}
      {count > 2 && 'many '}
      {count > 0 ? <i>in stock</i> : 'sold out'}
    </p>
  );
}

async function shown() {
  const root = document.createElement('div');
  document.body.append(root);
  const drawn = createRoot(root);
  const to = async (count: number) => {
    await act(async () => drawn.render(<Goods count={count} />));
    await new Promise((resolve) => setTimeout(resolve));
    return root.textContent;
  };
  await to(2);
  return { root, to };
}

afterEach(() => {
  document.body.innerHTML = '';
});

test('a number in a translated sentence changes, and its text is translated anew', async () => {
  const { root, to } = await shown();
  translate(root);
  await new Promise((resolve) => setTimeout(resolve));
  expect(root.textContent).toBe('[Left: ][2][ ][pieces][in stock]');
  expect(await to(3)).toBe('[Left: ]3[ ][pieces]many [in stock]');
  translate(root);
  await new Promise((resolve) => setTimeout(resolve));
  expect(root.textContent).toBe('[Left: ][3][ ][pieces][many ][in stock]');
});

test('a translated text that goes, and one that comes before another, are no fault', async () => {
  const { root, to } = await shown();
  await to(3);
  translate(root);
  await new Promise((resolve) => setTimeout(resolve));
  expect(await to(1)).toBe('[Left: ]1[ ]piece[in stock]');
  translate(root);
  await new Promise((resolve) => setTimeout(resolve));
  expect(await to(0)).toBe('[Left: ]0[ ][piece]sold out');
  expect(await to(5)).toBe('[Left: ]5[ ]piecesmany in stock');
});
