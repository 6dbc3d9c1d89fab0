// Draws the app icons into public/icons: a spruce-green square, two furrow lines and an amber seed.
// Run by hand after a change: node server/pictures/make-app-icons.mjs
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';

/** `scale` shrinks the drawing into the safe zone of maskable icons (80 %). */
function drawing({ ground, line, seed, radius = 0, scale = 1 }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${ground ? `<rect width="512" height="512" rx="${radius}" fill="${ground}"/>` : ''}
<g transform="translate(256 256) scale(${scale}) translate(-256 -256)">
<path d="M88 408C152 300 200 244 256 244s104 56 168 164" fill="none" stroke="${line}" stroke-width="34" stroke-linecap="round"/>
<path d="M176 424c28-64 52-96 80-96s52 32 80 96" fill="none" stroke="${line}" stroke-width="34" stroke-linecap="round"/>
<path d="M256 60c44 40 62 72 62 100 0 36-27 62-62 62s-62-26-62-62c0-28 18-60 62-100z" fill="${seed}"/>
</g></svg>`;
}

const colours = { line: '#FBF9F4', seed: '#F2B134' };
const square = drawing({ ...colours, ground: '#1E5B3C' });
const rounded = drawing({ ...colours, ground: '#1E5B3C', radius: 96, scale: 0.92 });
const maskable = drawing({ ...colours, ground: '#1E5B3C', scale: 0.68 });
const monochrome = drawing({ line: '#000', seed: '#000', scale: 0.8 });

writeFileSync('public/icons/icon.svg', rounded.replaceAll('\n', ''));
const png = (svg, size, name) =>
  sharp(Buffer.from(svg), { density: 300 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(`public/icons/${name}.png`);
await png(rounded, 192, 'icon-192');
await png(rounded, 512, 'icon-512');
await png(maskable, 512, 'maskable-512');
await png(monochrome, 512, 'monochrome-512');
await png(square, 180, 'apple-touch-icon');
