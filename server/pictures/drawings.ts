/** Drawings of our own for what the icon sets lack, each in a box of 100 by 100. */

function around(count: number, from: number, to: number, draw: (angle: number) => string): string {
  return Array.from({ length: count }, (_, at) =>
    draw(from + ((to - from) * at) / Math.max(count - 1, 1)),
  ).join('');
}

function wheatEar(): string {
  const grain = (y: number, side: 1 | -1): string =>
    `<ellipse cx="${50 + side * 9}" cy="${y}" rx="6" ry="11" transform="rotate(${side * 24} ${50 + side * 9} ${y})" fill="${side > 0 ? '#E3B04B' : '#C98F2B'}"/>` +
    `<path d="M${50 + side * 13} ${y - 9}l${side * 9} -17" stroke="#B8821F" stroke-width="1.4"/>`;
  const grains = [22, 33, 44, 55, 66].map((y) => grain(y, -1) + grain(y, 1)).join('');
  return (
    '<path d="M50 98V20" stroke="#8A9A3B" stroke-width="3.4" stroke-linecap="round"/>' +
    '<path d="M50 92q-22-2-27-20 20 2 27 20z" fill="#8A9A3B"/>' +
    `${grains}<ellipse cx="50" cy="13" rx="6" ry="11" fill="#E3B04B"/><path d="M50 3v-3" stroke="#B8821F" stroke-width="1.4"/>`
  );
}

function rapeseedFlower(): string {
  const flower = (x: number, y: number, s: number): string =>
    `<g transform="translate(${x} ${y}) scale(${s})">${around(4, 45, 315, (angle) => `<ellipse cx="0" cy="-7" rx="5.4" ry="7" transform="rotate(${angle})" fill="#F6C91F"/>`)}<circle r="3" fill="#B98A00"/></g>`;
  return (
    '<path d="M50 99V40M50 66L28 46M50 72L74 50M50 54L38 28M50 52L64 26" stroke="#5B9E4D" stroke-width="3" stroke-linecap="round" fill="none"/>' +
    '<path d="M50 92q-24 2-32-12 22-6 32 12zM50 84q22 0 30-14-22-4-30 14z" fill="#4A8A3E"/>' +
    flower(50, 24, 1.5) +
    flower(28, 42, 1.25) +
    flower(74, 46, 1.25) +
    flower(36, 20, 1.05) +
    flower(66, 20, 1.05)
  );
}

function beetroot(): string {
  return (
    '<path d="M46 44Q30 10 18 8q2 24 22 38zM54 44Q66 8 80 6q0 26-20 40zM50 44q-6-26 0-40 8 16 4 40z" fill="#5B9E4D"/>' +
    '<path d="M46 46Q34 22 22 12M54 46Q66 22 76 12M50 46V12" stroke="#A3223A" stroke-width="2.6" fill="none"/>' +
    '<path d="M50 42c24 0 32 14 30 28C78 84 62 90 54 97q-2 3-4 3t-4-3C38 90 22 84 20 70c-2-14 6-28 30-28z" fill="#8C1D45"/>' +
    '<path d="M30 58q-4 12 4 20" stroke="#C2568B" stroke-width="4" stroke-linecap="round" fill="none"/>'
  );
}

function radish(): string {
  return (
    '<path d="M48 46Q26 34 20 10q24 4 32 34zM52 46q0-30 26-38 2 26-22 40z" fill="#5B9E4D"/>' +
    '<path d="M50 44c20 0 26 12 24 24-2 11-14 16-20 22l-3 10h-2l-3-10c-6-6-18-11-20-22-2-12 4-24 24-24z" fill="#D8274F"/>' +
    '<path d="M44 88q4 2 6 2t6-2l-5 12h-2z" fill="#FBE9EE"/><path d="M34 58q-4 8 2 15" stroke="#F5A3B8" stroke-width="4" stroke-linecap="round" fill="none"/>'
  );
}

function pumpkin(): string {
  const rib = (x: number, rx: number, fill: string): string =>
    `<ellipse cx="${x}" cy="62" rx="${rx}" ry="32" fill="${fill}"/>`;
  return (
    '<path d="M48 34q-4-14-14-18l6-6q14 6 18 22z" fill="#5E7A2E"/>' +
    rib(26, 19, '#D9701F') +
    rib(74, 19, '#D9701F') +
    rib(38, 19, '#E8833A') +
    rib(62, 19, '#E8833A') +
    rib(50, 17, '#F29A4E')
  );
}

function cabbage(): string {
  return (
    '<path d="M50 12c30-6 46 18 42 42-3 22-20 38-42 38S11 76 8 54C4 30 20 6 50 12z" fill="#7DB85C"/>' +
    '<path d="M50 22c22-4 34 14 31 33-3 17-15 29-31 29S22 72 19 55c-3-19 9-37 31-33z" fill="#A5D284"/>' +
    '<path d="M50 34c15-2 22 9 20 22-2 12-10 19-20 19s-18-7-20-19c-2-13 5-24 20-22z" fill="#C9E7AE"/>' +
    '<path d="M50 88V44M50 62L34 46M50 70l18-18M50 78L26 62M50 82l24-18" stroke="#EAF6DD" stroke-width="2.6" stroke-linecap="round" fill="none"/>'
  );
}

function grassTuft(): string {
  const blade = (x: number, tip: number, height: number, fill: string): string =>
    `<path d="M${x} 94Q${(x + tip) / 2 - 3} ${94 - height * 0.55} ${tip} ${94 - height}Q${(x + tip) / 2 + 5} ${94 - height * 0.5} ${x + 7} 94z" fill="${fill}"/>`;
  return (
    blade(30, 6, 52, '#4A8A3E') +
    blade(36, 20, 74, '#5B9E4D') +
    blade(42, 34, 86, '#3F7A35') +
    blade(48, 54, 92, '#6BB158') +
    blade(54, 70, 78, '#4A8A3E') +
    blade(60, 84, 60, '#5B9E4D') +
    blade(64, 96, 40, '#3F7A35')
  );
}

function clover(): string {
  const leaf = (angle: number): string =>
    `<g transform="rotate(${angle} 50 46)"><path d="M50 46C28 40 30 8 50 18 70 8 72 40 50 46z" fill="#4A8A3E"/><path d="M42 28q8 8 16 0" stroke="#A5D284" stroke-width="3" fill="none"/></g>`;
  return `<path d="M50 46Q54 76 44 98" stroke="#4A8A3E" stroke-width="4" fill="none" stroke-linecap="round"/>${leaf(0)}${leaf(120)}${leaf(240)}`;
}

function phacelia(): string {
  const flowers = around(9, 200, 380, (angle) => {
    const x = 50 + Math.cos((angle * Math.PI) / 180) * 27;
    const y = 40 + Math.sin((angle * Math.PI) / 180) * 24;
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="9" fill="#8A6BC0"/><circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3" fill="#E7DDF7"/>`;
  });
  return `<path d="M50 99V38M50 70q-22-4-26-20M50 78q22-2 28-18" stroke="#5B9E4D" stroke-width="3.4" fill="none" stroke-linecap="round"/>${flowers}`;
}

function phone(): string {
  return (
    '<rect x="26" y="4" width="48" height="92" rx="9" fill="#17211B"/><rect x="30" y="13" width="40" height="72" rx="3" fill="#FBF9F4"/>' +
    '<rect x="35" y="19" width="30" height="17" rx="3" fill="#E3EFE5"/><rect x="35" y="41" width="30" height="17" rx="3" fill="#FDF0D2"/><rect x="35" y="63" width="30" height="8" rx="4" fill="#1E5B3C"/><circle cx="50" cy="90.500" r="2.400" fill="#FBF9F4"/>'
  );
}

function warehouse(): string {
  return (
    '<path d="M4 42L50 14l46 28v52H4z" fill="#4B5750"/><path d="M0 44L50 10l50 34-4 6L50 20 4 50z" fill="#143862"/>' +
    '<rect x="20" y="54" width="60" height="40" fill="#F1EDE2"/><path d="M20 62h60M20 70h60M20 78h60M20 86h60" stroke="#C8BFA8" stroke-width="2"/>'
  );
}

function fleeceRoll(): string {
  return (
    '<path d="M22 40l56-18v44L22 86z" fill="#FBF9F4"/><path d="M22 40l56-18v44L22 86z" fill="none" stroke="#D9CFB6" stroke-width="1.500"/>' +
    '<ellipse cx="22" cy="63" rx="11" ry="23" fill="#E9E2D0"/><ellipse cx="22" cy="63" rx="4" ry="8" fill="#B9AE93"/><path d="M78 22q9 8 9 24t-9 20z" fill="#F1EDE2"/>'
  );
}

function hose(): string {
  return (
    around(
      4,
      0,
      3,
      (at) =>
        `<circle cx="46" cy="56" r="${16 + at * 8}" fill="none" stroke="${at % 2 ? '#3E7A5A' : '#5B9E4D'}" stroke-width="6"/>`,
    ) +
    '<path d="M86 56q2-30-6-46" stroke="#5B9E4D" stroke-width="6" fill="none"/><rect x="72" y="2" width="14" height="14" rx="3" fill="#F2B134"/>'
  );
}

/** Name to drawing; made at the first use. */
const drawings: Record<string, () => string> = {
  'wheat-ear': wheatEar,
  'rapeseed-flower': rapeseedFlower,
  beetroot,
  radish,
  pumpkin,
  cabbage,
  'grass-tuft': grassTuft,
  clover,
  phacelia,
  phone,
  warehouse,
  'fleece-roll': fleeceRoll,
  hose,
};

export function drawingOf(name: string): string | null {
  return Object.hasOwn(drawings, name) ? (drawings[name]?.() ?? null) : null;
}
