import type { PackShot } from '#server/database/schema-catalogue.ts';
import { type ArtBox } from './art.ts';
import { luminance } from './colours.ts';
import { breakLines, printLine } from './outline-text.ts';

/** Draws the pack standing on the line y = 870 of a picture of 840 by 960. */
type DrawPack = (shot: PackShot, art: ArtBox) => string;

const ink = '#17211B';
const paper = '#FFFFFF';

const shadow = (cx: number, rx: number, cy = 870): string =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="18" fill="${ink}" opacity=".14"/><ellipse cx="${cx}" cy="${cy}" rx="${rx * 0.8}" ry="11" fill="${ink}" opacity=".12"/>`;
const sheen = (d: string, opacity = 0.16): string => `<path d="${d}" fill="#fff" opacity="${opacity}"/>`;
const shade = (d: string, opacity = 0.1): string => `<path d="${d}" fill="${ink}" opacity="${opacity}"/>`;

type Spot = { x?: number; y: number; most: number; size?: number; fill?: string; lines?: number };
const title = (shot: PackShot, { x = 420, y, most, size = 54, fill = paper }: Spot): string =>
  printLine({
    x,
    y,
    text: shot.title,
    weight: shot.bigTitle ? 900 : 700,
    size: shot.bigTitle ? size * 1.45 : size,
    most,
    fill,
  });
const fact = (shot: PackShot, { x = 420, y, most, size = 30, fill = paper, lines = 1 }: Spot): string =>
  breakLines(shot.fact, 500, size, most, lines)
    .map((text, at) => printLine({ x, y: y + at * size * 1.25, text, weight: 500, size, most, fill }))
    .join('');
const amount = (shot: PackShot, { x = 420, y, most, size = 40, fill = paper }: Spot): string =>
  printLine({ x, y, text: shot.size, weight: 700, size, most, fill });

const packet: DrawPack = (shot, art) => {
  const { fill, dark } = shot.label;
  const teeth = Array.from({ length: 21 }, () => 'l10-12 10 12').join('');
  return (
    shadow(420, 232) +
    `<path d="M210 140${teeth}V838q0 30-30 30H240q-30 0-30-30z" fill="${fill}"/>` +
    `<path d="M210 140h420v58H210z" fill="#fff" opacity=".2"/><path d="M210 200h420" stroke="${dark}" stroke-width="3" stroke-dasharray="10 9" opacity=".45"/>` +
    `<rect x="236" y="222" width="368" height="126" rx="12" fill="#fff"/>` +
    title(shot, { y: 284, most: 336, size: 52, fill: dark }) +
    fact(shot, { y: 328, most: 340, size: 27, fill: '#4B5750' }) +
    `<circle cx="420" cy="556" r="172" fill="#fff" opacity=".94"/><circle cx="420" cy="556" r="172" fill="none" stroke="${dark}" stroke-opacity=".18" stroke-width="6"/>` +
    art.draw(shot.art, { x: 298, y: 434, size: 244 }, dark) +
    `<path d="M210 756h420v70H210z" fill="${dark}"/>` +
    amount(shot, { y: 805, most: 380 }) +
    sheen('M228 200h22v626h-22z') +
    shade('M600 200h30v638q0 30-30 30z', 0.07)
  );
};

const pouch: DrawPack = (shot, art) => {
  const { fill, dark } = shot.label;
  return (
    shadow(420, 236) +
    `<path d="M196 150q-4-20 16-20h416q20 0 16 20l-8 96q26 300 14 560-4 58-62 62-168 10-336 0-58-4-62-62-12-260 14-560z" fill="${fill}"/>` +
    `<path d="M200 130h440l-5 66H205z" fill="${dark}" opacity=".55"/><path d="M206 214h428" stroke="#fff" stroke-width="4" stroke-opacity=".5"/><rect x="392" y="152" width="56" height="20" rx="10" fill="#FBF9F4"/>` +
    title(shot, { y: 318, most: 390, size: 64 }) +
    fact(shot, { y: 366, most: 390, size: 30 }) +
    `<path d="M240 430q180-50 360 0 14 120 0 260-180 46-360 0-14-140 0-260z" fill="#fff" opacity=".94"/>` +
    art.draw(shot.art, { x: 302, y: 440, size: 236 }, dark) +
    `<rect x="290" y="748" width="260" height="74" rx="37" fill="${dark}"/>` +
    amount(shot, { y: 800, most: 230 }) +
    sheen('M214 246q-18 280-8 540l22 2q-10-270 10-540z') +
    shade('M612 246q18 280 8 540l-20 2q12-270-8-540z', 0.08)
  );
};

const sack: DrawPack = (shot, art) => {
  const { fill, dark } = shot.label;
  const stitches = Array.from({ length: 14 }, (_, at) => `M${218 + at * 30} 166l14 14`).join('');
  return (
    shadow(420, 262) +
    '<path d="M205 148q215-34 430 0l24 62q18 330-8 618-8 36-46 38-185 14-370 0-38-2-46-38-26-288-8-618z" fill="#F4EFE2"/>' +
    `<path d="M205 148q215-34 430 0l8 30q-223-30-446 0z" fill="#D9CFB6"/><path d="${stitches}" stroke="#9C8F6E" stroke-width="4" stroke-linecap="round"/>` +
    `<path d="M190 292q230-40 460 0 11 196 2 396-232 40-464 0-9-200 2-396z" fill="${fill}"/>` +
    `<path d="M190 292q230-40 460 0l1 26q-231-40-462 0zM188 662q232 40 464 0l-1 26q-231 40-462 0z" fill="${dark}" opacity=".6"/>` +
    title(shot, { y: 414, most: 400, size: 68 }) +
    fact(shot, { y: 462, most: 400, size: 32 }) +
    `<circle cx="420" cy="590" r="88" fill="#fff" opacity=".94"/>` +
    art.draw(shot.art, { x: 354, y: 524, size: 132 }, dark) +
    `<rect x="296" y="746" width="248" height="76" rx="38" fill="${dark}"/>` +
    amount(shot, { y: 799, most: 214, size: 44 }) +
    shade('M205 176q-14 330 8 662l24 20q-24-340-10-688z', 0.07) +
    shade('M635 176q16 330-6 662l-26 22q26-340 10-690z', 0.1)
  );
};

const bigBag: DrawPack = (shot, art) => {
  const { fill, dark } = shot.label;
  return (
    shadow(420, 300) +
    '<path d="M170 250q-6-120 40-130t50 120M670 250q6-120-40-130t-50 120" fill="none" stroke="#C8BFA8" stroke-width="26" stroke-linecap="round"/>' +
    '<path d="M146 240q274-36 548 0 26 300 0 600-4 28-34 30-240 12-480 0-30-2-34-30-26-300 0-600z" fill="#F4EFE2"/>' +
    '<path d="M146 240q274-36 548 0l4 40q-278-34-556 0z" fill="#DDD3BA"/><path d="M232 232v632M608 232v632" stroke="#DDD3BA" stroke-width="20"/>' +
    `<path d="M212 340h416v392H212z" fill="${fill}"/><path d="M212 340h416v26H212zM212 706h416v26H212z" fill="${dark}" opacity=".6"/>` +
    title(shot, { y: 450, most: 372, size: 72 }) +
    fact(shot, { y: 500, most: 372, size: 31 }) +
    `<circle cx="420" cy="618" r="78" fill="#fff" opacity=".94"/>` +
    art.draw(shot.art, { x: 362, y: 560, size: 116 }, dark) +
    `<rect x="296" y="764" width="248" height="76" rx="38" fill="${dark}"/>` +
    amount(shot, { y: 817, most: 214, size: 44 }) +
    shade('M146 260q-20 290 2 580 4 26 30 28l14-600z', 0.06) +
    shade('M694 260q20 290-2 580-4 26-30 28l-16-600z', 0.1)
  );
};

const canister: DrawPack = (shot, art) => {
  const { fill, dark } = shot.label;
  return (
    shadow(420, 244) +
    `<rect x="474" y="100" width="104" height="64" rx="12" fill="${dark}"/><path d="M484 116v34M502 116v34M520 116v34M538 116v34M556 116v34" stroke="#fff" stroke-opacity=".25" stroke-width="5"/><rect x="486" y="158" width="80" height="30" fill="${fill}"/>` +
    `<path d="M228 236q0-60 60-60h112l22 36q10 18 34 18h112q58 0 58 58v532q0 48-48 48H276q-48 0-48-48z" fill="${fill}"/>` +
    `<path d="M268 236q0-22 22-22h92l26 46q8 16-6 28l-42 36q-14 12-34 12h-34q-24 0-24-24z" fill="#F6F3EA"/><path d="M268 236q0-22 22-22h92l6 10h-92q-16 0-16 18v86q-12-6-12-20z" fill="${ink}" opacity=".16"/>` +
    '<rect x="262" y="400" width="330" height="400" rx="16" fill="#fff"/>' +
    `<path d="M262 416q0-16 16-16h298q16 0 16 16v76H262z" fill="${dark}"/>` +
    title(shot, { x: 427, y: 464, most: 300, size: 48 }) +
    fact(shot, { x: 427, y: 536, most: 300, size: 28, fill: ink, lines: 2 }) +
    art.draw(shot.art, { x: 356, y: 584, size: 142 }, dark) +
    amount(shot, { x: 427, y: 778, most: 280, size: 42, fill: dark }) +
    sheen('M242 330h18v490q-18-6-18-30z', 0.2) +
    shade('M626 300v520q0 48-48 48 20-14 20-48V300z', 0.14)
  );
};

const bottle: DrawPack = (shot, art) => {
  const { fill, dark } = shot.label;
  return (
    shadow(420, 168) +
    `<rect x="364" y="92" width="112" height="88" rx="14" fill="${dark}"/><path d="M378 104v64M396 104v64M414 104v64M432 104v64M450 104v64" stroke="#fff" stroke-opacity=".22" stroke-width="5"/>` +
    `<path d="M376 178h88v38q0 32 44 60 58 38 58 108v436q0 48-52 48H326q-52 0-52-48V384q0-70 58-108 44-28 44-60z" fill="${fill}"/>` +
    '<path d="M274 424h292v368H274z" fill="#fff"/>' +
    `<path d="M274 424h292v88H274z" fill="${dark}"/>` +
    title(shot, { y: 484, most: 252, size: 44 }) +
    fact(shot, { y: 552, most: 268, size: 27, fill: ink, lines: 2 }) +
    art.draw(shot.art, { x: 358, y: 594, size: 124 }, dark) +
    amount(shot, { y: 772, most: 250, size: 42, fill: dark }) +
    sheen('M290 392q0-52 44-80l12 14q-36 24-36 70v424h-20z', 0.22) +
    shade('M566 384v436q0 48-52 48 26-12 26-48V384q0-50-30-80 56 26 56 80z', 0.14)
  );
};

const ibc: DrawPack = (shot, art) => {
  const { dark, fill } = shot.label;
  const bars = [170, 270, 370, 470, 570, 670].map((x) => `M${x} 190V760`).join('');
  const rails = [190, 310, 430, 550, 670, 760].map((y) => `M150 ${y}H690`).join('');
  return (
    shadow(420, 310) +
    '<path d="M160 190q0-24 24-24h472q24 0 24 24v566H160z" fill="#E8EEF2"/><rect x="360" y="128" width="120" height="44" rx="10" fill="#17211B"/>' +
    '<path d="M160 330q260 16 520 0v426H160z" fill="#BFD6E4" opacity=".75"/>' +
    `<path d="${bars}${rails}" stroke="#8C979C" stroke-width="10" fill="none"/>` +
    `<rect x="222" y="282" width="396" height="356" rx="14" fill="${fill}"/>` +
    title(shot, { y: 372, most: 356, size: 60 }) +
    fact(shot, { y: 420, most: 356, size: 26 }) +
    '<circle cx="420" cy="556" r="70" fill="#fff" opacity=".94"/>' +
    art.draw(shot.art, { x: 368, y: 504, size: 104 }, dark) +
    `<rect x="296" y="670" width="248" height="70" rx="35" fill="${dark}"/>` +
    amount(shot, { y: 719, most: 220 }) +
    '<path d="M140 770h560v30H140zM150 800h110v60H150zM365 800h110v60H365zM580 800h110v60H580zM140 846h560v24H140z" fill="#A9804E"/><rect x="386" y="752" width="68" height="34" rx="8" fill="#A3223A"/>'
  );
};

const tub: DrawPack = (shot, art) => {
  const { fill, dark } = shot.label;
  return (
    shadow(420, 236) +
    '<path d="M204 330q-8-190 216-190t216 190" fill="none" stroke="#8C979C" stroke-width="9"/><circle cx="206" cy="342" r="15" fill="#8C979C"/><circle cx="634" cy="342" r="15" fill="#8C979C"/>' +
    `<path d="M212 320h416l-34 506q-2 42-44 42H290q-42 0-44-42z" fill="#FBF9F4"/><path d="M218 402h404l-25 380H243z" fill="${fill}"/>` +
    `<rect x="192" y="268" width="456" height="66" rx="18" fill="${dark}"/><path d="M192 310h456v6q0 18-18 18H210q-18 0-18-18z" fill="${ink}" opacity=".22"/>` +
    title(shot, { y: 482, most: 320, size: 52 }) +
    fact(shot, { y: 528, most: 320, size: 28 }) +
    '<circle cx="420" cy="654" r="82" fill="#fff" opacity=".94"/>' +
    art.draw(shot.art, { x: 358, y: 592, size: 124 }, dark) +
    amount(shot, { y: 842, most: 280, size: 42, fill: dark }) +
    sheen('M232 402h20l24 424q0 10 4 22-20-6-20-28z', 0.25) +
    shade('M622 402l-28 424q-2 42-44 42 22-12 24-42l26-424z', 0.12)
  );
};

const box: DrawPack = (shot, art) => {
  const { fill, dark } = shot.label;
  // Gift boxes are pale: their print is dark then.
  const isPale = luminance(fill) > 0.75;
  const print = isPale ? dark : paper;
  return (
    shadow(430, 292) +
    `<path d="M150 330l70-80h430l-60 80z" fill="${fill}"/><path d="M150 330l70-80h430l-60 80z" fill="#fff" opacity=".28"/>` +
    `<path d="M150 330h440v540H150z" fill="${fill}"/><path d="M590 330l60-80v530l-60 90z" fill="${dark}" opacity="${isPale ? 0.28 : 1}"/>` +
    `<path d="M342 330h56v540h-56z" fill="${dark}" opacity=".1"/>` +
    title(shot, { x: 370, y: 420, most: 390, size: 58, fill: print }) +
    fact(shot, { x: 370, y: 466, most: 390, size: 30, fill: print }) +
    '<circle cx="370" cy="632" r="128" fill="#fff" opacity=".95"/>' +
    art.draw(shot.art, { x: 276, y: 538, size: 188 }, dark) +
    amount(shot, { x: 370, y: 832, most: 380, size: 44, fill: print }) +
    shade('M150 330h440v14H150z', 0.08)
  );
};

const roll: DrawPack = (shot, art) => {
  const { fill, dark } = shot.label;
  return (
    `<circle cx="420" cy="470" r="318" fill="${fill}"/>` +
    shadow(430, 270, 800) +
    '<path d="M190 420l400-130q66 30 70 150t-60 176L220 780z" fill="#FBF9F4"/><path d="M200 420l390-128M206 770l396-156" stroke="#D9CFB6" stroke-width="4"/>' +
    '<ellipse cx="206" cy="600" rx="92" ry="180" fill="#EDE6D5"/><ellipse cx="206" cy="600" rx="66" ry="134" fill="none" stroke="#D9CFB6" stroke-width="6"/><ellipse cx="206" cy="600" rx="40" ry="84" fill="none" stroke="#D9CFB6" stroke-width="6"/><ellipse cx="206" cy="600" rx="20" ry="44" fill="#A9804E"/>' +
    `<path d="M350 372l150-49q46 150 20 318l-150 58q30-170-20-327z" fill="${dark}"/>` +
    art.draw({ ...shot.art }, { x: 396, y: 440, size: 96 }, paper) +
    title(shot, { x: 420, y: 886, most: 560, size: 50, fill: dark }) +
    amount(shot, { x: 420, y: 934, most: 560, size: 34, fill: dark })
  );
};

const tool: DrawPack = (shot, art) => {
  const { fill, dark } = shot.label;
  return (
    `<circle cx="420" cy="452" r="318" fill="${fill}"/><circle cx="420" cy="452" r="318" fill="none" stroke="${dark}" stroke-opacity=".1" stroke-width="10"/>` +
    shadow(420, 190, 812) +
    art.draw(shot.art, { x: 214, y: 246, size: 412 }, dark) +
    `<rect x="210" y="836" width="420" height="74" rx="37" fill="${dark}"/>` +
    printLine({ x: 420, y: 886, text: shot.title, weight: 700, size: 40, most: 372, fill: paper })
  );
};

const packs: Record<string, DrawPack> = {
  packet,
  pouch,
  sack,
  'big-bag': bigBag,
  canister,
  bottle,
  ibc,
  tub,
  box,
  roll,
  tool,
};

/** The pack of the kind that the goods come in; an unknown kind is a box. */
export function drawPack(shot: PackShot, art: ArtBox): string {
  return (packs[shot.kind] ?? box)(shot, art);
}
