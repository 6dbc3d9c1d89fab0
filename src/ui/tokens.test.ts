import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readableOn } from '#lib/contrast.ts';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** The custom properties of the block that follows this selector. */
function block(selector: string): Record<string, string> {
  const at = css.indexOf(`${selector} {`);
  const body = css.slice(at + selector.length + 2, css.indexOf('}', at));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1], match[2]]),
  );
}
const light = block(':root');
const themes = {
  light,
  dark: { ...light, ...block(":root[data-theme='dark']") },
  field: { ...light, ...block(":root[data-theme='field']") },
};

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['bg', 'surface', 'sunken'];
/** Text or sign, its grounds, the least contrast, and that of the field theme. */
const pairs: [string, string[], number, number][] = [
  ['ink', grounds, 4.5, 7],
  ['muted', grounds, 4.5, 7],
  ['control', grounds, 3, 3],
  ['on-primary', ['primary', 'primary-hover'], 4.5, 4.5],
  ['primary', [...grounds, 'tint'], 4.5, 4.5],
  ['on-accent', ['accent'], 4.5, 4.5],
  ['link', ['bg', 'surface', 'info-tint'], 4.5, 4.5],
  ['sale', ['surface', 'bg', 'sale-tint'], 4.5, 4.5],
  ['on-sale', ['sale'], 4.5, 4.5],
  ['ok', ['surface', 'bg', 'ok-tint'], 4.5, 4.5],
  ['warn', ['surface', 'warn-tint'], 4.5, 4.5],
  ['danger', ['surface', 'bg', 'danger-tint'], 4.5, 4.5],
  ['chem', ['surface', 'chem-tint'], 4.5, 4.5],
  ['focus', grounds, 3, 3],
];

test.each(Object.entries(themes))('every pair of the %s theme has the contrast it needs', (name, tokens) => {
  for (const [front, backs, least, leastField] of pairs) {
    for (const back of backs) {
      const measured = contrast(tokens[front] ?? '', tokens[back] ?? '');
      expect(measured, `${front} on ${back}`).toBeGreaterThanOrEqual(name === 'field' ? leastField : least);
    }
  }
});

test('what the device wishes looks the same as what the shopper chooses', () => {
  const nested = (query: string) => {
    const at = css.indexOf(query);
    const from = css.indexOf(':root:not([data-theme]) {', at);
    return Object.fromEntries(
      [...css.slice(from, css.indexOf('}', from)).matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [
        match[1],
        match[2],
      ]),
    );
  };
  expect(nested('prefers-color-scheme: dark')).toEqual(block(":root[data-theme='dark']"));
  expect(nested('prefers-contrast: more')).toEqual(block(":root[data-theme='field']"));
});

/** `color-mix(in srgb, front share%, back)` of two `#RRGGBB`. */
const mixed = (front: string, share: number, back: string): string =>
  `#${[1, 3, 5]
    .map((at) => [front, back].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)))
    .map(([one = 0, other = 0]) => Math.round((one * share + other * (100 - share)) / 100))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;

test('content in colours of its own is dark in the dark theme, and its words and buttons are read on it', () => {
  const { tone = '', surface = '', ink = '', primary = '' } = themes.dark;
  for (const ground of [
    '#ffffff',
    '#f1ede2',
    '#fdf0d2',
    '#e6eef8',
    '#ffd400',
    '#a3223a',
    '#17211b',
    '#000000',
  ]) {
    const words = mixed(readableOn(ground, '#17211b'), Number.parseInt(tone, 10), ink);
    const back = mixed(ground, Number.parseInt(tone, 10), surface);
    expect(luminance(back), `on ${ground}`).toBeLessThan(0.1);
    expect(contrast(words, back), `on ${ground}`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(primary, back), `on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});
