import type { PackShot } from '#server/database/schema-catalogue.ts';
import { ArtBox } from './art.ts';
import { breakLines, printLine } from './outline-text.ts';
import { drawPack } from './pack-kinds.ts';
import type { GoodsView } from './picture-paths.ts';

/** What the back of a pack says. */
export type LabelFacts = {
  name: string;
  facts: readonly { name: string; value: string }[];
  maker: string;
  ean: string;
};

export const packWidth = 840;
export const packHeight = 960;

function frame(inner: string, from = '#FBF9F4', to = '#F1EDE2'): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${packWidth}" height="${packHeight}" viewBox="0 0 ${packWidth} ${packHeight}">` +
    `<defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>` +
    `<rect width="${packWidth}" height="${packHeight}" fill="url(#ground)"/>${inner}</svg>`
  );
}

const floor = '<path d="M0 824q420-60 840 0v136H0z" fill="#17211B" opacity=".05"/>';

/** Bars of an EAN-13 in units of one module, from the left. */
function barcode(ean: string, x: number, y: number, module: number, height: number): string {
  if (!/^\d{13}$/.test(ean)) return '';
  const left = [
    '0001101',
    '0011001',
    '0010011',
    '0111101',
    '0100011',
    '0110001',
    '0101111',
    '0111011',
    '0110111',
    '0001011',
  ];
  const parities = [
    'LLLLLL',
    'LLGLGG',
    'LLGGLG',
    'LLGGGL',
    'LGLLGG',
    'LGGLLG',
    'LGGGLL',
    'LGLGLG',
    'LGLGGL',
    'LGGLGL',
  ];
  const invert = (bits: string): string => bits.replace(/./g, (bit) => (bit === '0' ? '1' : '0'));
  const digit = (at: number): number => Number(ean[at]);
  let bits = '101';
  for (let at = 1; at <= 6; at += 1) {
    const code = left[digit(at)] ?? '';
    bits += parities[digit(0)]?.[at - 1] === 'G' ? invert(code).split('').reverse().join('') : code;
  }
  bits += '01010';
  for (let at = 7; at <= 12; at += 1) bits += invert(left[digit(at)] ?? '');
  bits += '101';
  const bars = bits
    .split('')
    .map((bit, at) =>
      bit === '1' ? `M${(x + at * module).toFixed(1)} ${y}h${module}v${height}h-${module}z` : '',
    )
    .join('');
  return `<path d="${bars}" fill="#17211B"/>${printLine({ x: x + 47.5 * module, y: y + height + 26, text: ean, weight: 500, size: 24, most: 95 * module, fill: '#17211B' })}`;
}

function front(shot: PackShot): string {
  return frame(floor + drawPack(shot, new ArtBox()));
}

function back(shot: PackShot, label: LabelFacts): string {
  const { dark, fill } = shot.label;
  const title = breakLines(label.name, 700, 40, 560, 2);
  const top = 190 + title.length * 50;
  const rows = label.facts.slice(0, Math.floor((726 - top) / 58));
  const table = rows
    .map((row, at) => {
      const y = top + at * 58;
      return (
        (at % 2 === 0
          ? `<rect x="120" y="${y}" width="600" height="58" fill="${dark}" opacity=".06"/>`
          : '') +
        printLine({
          x: 142,
          y: y + 38,
          text: row.name,
          weight: 500,
          size: 26,
          most: 280,
          fill: '#4B5750',
          align: 'start',
        }) +
        printLine({
          x: 440,
          y: y + 38,
          text: row.value,
          weight: 700,
          size: 26,
          most: 262,
          fill: '#17211B',
          align: 'start',
        })
      );
    })
    .join('');
  return frame(
    `<rect x="84" y="72" width="672" height="828" rx="22" fill="#17211B" opacity=".07"/><rect x="84" y="60" width="672" height="828" rx="22" fill="#fff"/>` +
      `<path d="M84 82q0-22 22-22h628q22 0 22 22v62H84z" fill="${dark}"/><path d="M84 144h672v10H84z" fill="${fill}"/>` +
      printLine({
        x: 120,
        y: 118,
        text: shot.size || shot.fact,
        weight: 700,
        size: 34,
        most: 600,
        fill: '#fff',
        align: 'start',
      }) +
      title
        .map((text, at) =>
          printLine({
            x: 120,
            y: 212 + at * 50,
            text,
            weight: 700,
            size: 40,
            most: 600,
            fill: '#17211B',
            align: 'start',
          }),
        )
        .join('') +
      table +
      printLine({
        x: 120,
        y: 770,
        text: label.maker,
        weight: 500,
        size: 24,
        most: 300,
        fill: '#4B5750',
        align: 'start',
      }) +
      printLine({
        x: 120,
        y: 808,
        text: 'Pagaminta: žr. ant siūlės',
        weight: 500,
        size: 22,
        most: 300,
        fill: '#4B5750',
        align: 'start',
      }) +
      barcode(label.ean, 452, 738, 2.8, 92),
  );
}

function detail(shot: PackShot): string {
  const { fill, dark } = shot.label;
  const art = new ArtBox();
  return frame(
    `<rect width="840" height="960" fill="${fill}" opacity=".16"/>` +
      `<circle cx="420" cy="470" r="356" fill="#fff" opacity=".5"/><circle cx="420" cy="470" r="286" fill="#fff" opacity=".72"/>` +
      art.draw(shot.art, { x: 190, y: 240, size: 460 }, dark),
    '#FFFFFF',
    '#FBF9F4',
  );
}

/** One picture of goods as SVG, 840 by 960. */
export function composePackShot(view: GoodsView, shot: PackShot, label: LabelFacts): string {
  if (view === 'back') return back(shot, label);
  return view === 'detail' ? detail(shot) : front(shot);
}
