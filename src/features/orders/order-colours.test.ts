import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Colours that say that something is well. */
const good = /var\(--(?:primary|tint|ok|ok-tint|chem|chem-tint)\)/;

for (const file of ['order-view', 'order-list'])
  test(`an order that is cancelled or unpaid is not shown in the colour of what is well (${file})`, () => {
    const css = readFileSync(`src/features/orders/${file}.module.css`, 'utf8');
    for (const state of ['new', 'cancelled']) {
      const rule =
        new RegExp(String.raw`\.state[^{}]*\[data-state='${state}'\]\s*\{([^}]*)\}`).exec(css)?.[1] ?? '';
      for (const property of ['color', 'background', 'border-color'])
        expect(`${state}: ${rule}`).toMatch(new RegExp(String.raw`(?:^|\s)${property}:`));
      expect(rule).not.toMatch(good);
    }
  });
