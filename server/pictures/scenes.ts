import type { PackShot } from '#server/database/schema-catalogue.ts';
import { ArtBox, type Art } from './art.ts';
import { luminance, mix } from './colours.ts';
import { drawPack } from './pack-kinds.ts';

/** What a picture of the content shows: colours (ground, then three of the things) and the things themselves. */
export type Scene = { scene: string; palette: readonly string[]; elements: readonly string[] };

const emoji = (name: string): Art => ({ set: 'fluent-emoji-flat', name });
const mdi = (name: string): Art => ({ set: 'mdi', name });
const own = (name: string): Art => ({ set: 'own', name, drawnInstead: name });

/** Words of the scenes to art. Words that name a pack are drawn as one (`packFor`). */
const things: Record<string, Art> = {
  sprout: emoji('seedling'),
  carrot: emoji('carrot'),
  'pea-pod': emoji('pea-pod'),
  tomato: emoji('tomato'),
  cucumber: emoji('cucumber'),
  onion: emoji('onion'),
  tulip: emoji('tulip'),
  tractor: emoji('tractor'),
  'wheat ear': own('wheat-ear'),
  silo: mdi('silo'),
  'phone outline': own('phone'),
  'lucide wifi-off': mdi('wifi-off'),
  clock: mdi('clock-outline'),
  chicken: emoji('chicken'),
  rabbit: emoji('rabbit'),
  cow: emoji('cow'),
  'card shape': mdi('card-account-details-outline'),
  'barcode lines': mdi('barcode'),
  barrel: mdi('barrel'),
  'warehouse shape': own('warehouse'),
  gloves: emoji('gloves'),
  document: mdi('file-document-outline'),
  lock: mdi('lock-outline'),
  notebook: mdi('notebook-outline'),
  thermometer: mdi('thermometer'),
  'lettuce tuft': emoji('leafy-green'),
  greenhouse: mdi('greenhouse'),
  'watering-can': mdi('watering-can'),
  ewe: emoji('ewe'),
  fence: mdi('fence'),
  'electric-fence reel': mdi('fence-electric'),
  granules: mdi('grain'),
  shovel: mdi('shovel'),
  rake: mdi('rake'),
  secateurs: mdi('content-cut'),
  basket: emoji('basket'),
  'rapeseed flower': own('rapeseed-flower'),
  'rapeseed plant': own('rapeseed-flower'),
  'mustard flower': own('rapeseed-flower'),
  phacelia: own('phacelia'),
  calendar: emoji('spiral-calendar'),
  'potted-plant': emoji('potted-plant'),
  calculator: mdi('calculator-variant-outline'),
  snail: emoji('snail'),
  'grass tuft': own('grass-tuft'),
  signpost: mdi('sign-direction'),
  'snow dots': mdi('snowflake'),
  magnifier: mdi('magnify'),
  bars: mdi('barley'),
  loader: mdi('forklift'),
  ribbon: mdi('medal-outline'),
  'fleece roll': own('fleece-roll'),
  rose: emoji('rose'),
  ladybird: emoji('lady-beetle'),
  honeybee: emoji('honeybee'),
  hose: own('hose'),
  tent: mdi('tent'),
  flags: mdi('flag-variant'),
  ruler: mdi('ruler'),
  worm: { set: 'noto', name: 'worm' },
  pitchfork: mdi('pitchfork'),
  leaf: mdi('leaf'),
};

function packFor(word: string, fill: string, dark: string): PackShot | null {
  const base = { label: { fill, dark }, bigTitle: true, fact: '', size: '' };
  if (word === 'seed packet template')
    return { ...base, kind: 'packet', title: 'Sėklos', bigTitle: false, art: emoji('carrot') };
  if (word === 'canister template')
    return { ...base, kind: 'canister', title: 'Apsauga', bigTitle: false, art: emoji('herb') };
  if (word === 'big bag') return { ...base, kind: 'big-bag', title: 'NPK', art: own('wheat-ear') };
  if (word === 'sack' || word === 'sack template')
    return { ...base, kind: 'sack', title: 'Arimas', bigTitle: false, art: emoji('seedling') };
  return null;
}

/** Furrows of a field running to one point on the horizon. */
function furrows(width: number, height: number, horizon: number, soil: string): string {
  const point = width * 0.62;
  const lines = Array.from({ length: 13 }, (_, at) => {
    const from = (width * 1.6 * at) / 12 - width * 0.3;
    const half = width * 0.028;
    return `M${(from - half).toFixed(0)} ${height}L${point.toFixed(0)} ${horizon}L${(from + half).toFixed(0)} ${height}z`;
  }).join('');
  return `<path d="${lines}" fill="${mix(soil, '#17211B', 0.25)}" opacity=".22"/>`;
}

function backdrop(width: number, height: number, palette: readonly string[], isField: boolean): string {
  const [ground = '#F1EDE2', first = '#1E5B3C', second = '#5B9E4D', third = '#F2B134'] = palette;
  const horizon = Math.round(height * 0.62);
  const sky = mix(ground, '#FFFFFF', 0.45);
  const hill = (y: number, bend: number, colour: string): string =>
    `<path d="M0 ${y}Q${width * 0.3} ${y - bend} ${width * 0.58} ${y - bend * 0.2}T${width} ${y - bend * 0.5}V${height}H0z" fill="${colour}"/>`;
  return (
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky}"/><stop offset="1" stop-color="${ground}"/></linearGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>` +
    `<circle cx="${width * 0.8}" cy="${height * 0.3}" r="${height * 0.2}" fill="${mix('#F2B134', ground, 0.45)}" opacity=".7"/>` +
    hill(horizon, height * 0.14, mix(second, ground, 0.62)) +
    hill(horizon + height * 0.07, height * 0.07, mix(isField ? third : first, ground, 0.7)) +
    (isField ? furrows(width, height, horizon, first) : '') +
    `<path d="M0 ${height * 0.88}Q${width / 2} ${height * 0.84} ${width} ${height * 0.88}V${height}H0z" fill="#17211B" opacity=".06"/>`
  );
}

/**
 * A picture of the content as SVG in the asked size. It is laid out anew for each shape, so nothing is cut off: wide
 * ones keep their left third calm for words.
 */
export function composeScene({ scene, palette, elements }: Scene, width: number, height: number): string {
  const isWide = width / height > 2;
  const isField = /field|furrow|bed|lysv/i.test(scene);
  const box = new ArtBox();
  const from = isWide ? width * 0.4 : width * 0.07;
  const room = (isWide ? width * 0.57 : width * 0.86) / elements.length;
  const base = height * 0.9;
  const colours = palette.slice(1);
  const [dark = '#1E5B3C'] = colours;
  const drawn = elements.map((raw, at) => {
    const word = raw.replace(/ \(own\)$/, '');
    const fill = colours[at % Math.max(colours.length, 1)] ?? dark;
    const pack = packFor(word, fill, mix(fill, '#17211B', 0.45));
    const centre = from + room * (at + 0.5);
    if (pack) {
      const tall = Math.min(height * 0.74, (room * 1.25 * 960) / 620);
      const wide = (tall * 840) / 960;
      // Packs stand on the line 870 of their own picture of 960.
      const top = base - (tall * 870) / 960;
      return `<svg x="${(centre - wide / 2).toFixed(1)}" y="${top.toFixed(1)}" width="${wide.toFixed(1)}" height="${tall.toFixed(1)}" viewBox="0 0 840 960">${drawPack(pack, new ArtBox())}</svg>`;
    }
    const art = things[word] ?? mdi('sprout');
    const size = Math.min(height * (elements.length === 1 ? 0.62 : 0.5), room * 0.86);
    const lift = at % 2 === 0 ? 0 : height * 0.05;
    const x = centre - size / 2;
    const y = base - size - lift;
    const disc =
      art.set === 'mdi'
        ? `<circle cx="${centre.toFixed(1)}" cy="${(y + size / 2).toFixed(1)}" r="${(size * 0.6).toFixed(1)}" fill="#fff" opacity=".78"/>`
        : `<ellipse cx="${centre.toFixed(1)}" cy="${(base - lift).toFixed(1)}" rx="${(size * 0.42).toFixed(1)}" ry="${(size * 0.05).toFixed(1)}" fill="#17211B" opacity=".14"/>`;
    // A pale shape on a white disc would not be seen.
    const shape = luminance(fill) > 0.7 ? '#1E5B3C' : fill;
    return disc + box.draw(art, { x: Math.round(x), y: Math.round(y), size: Math.round(size) }, shape);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${backdrop(width, height, palette, isField)}${drawn.join('')}</svg>`;
}
