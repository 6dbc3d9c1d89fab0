// Collects the icons that the shop's pictures are drawn from into parts.json, so that the packages (60 MB) are needed
// by nobody else:  npm i --prefix <folder> @iconify-json/fluent-emoji-flat@1.2.6 @iconify-json/noto@1.2.9 @iconify-json/mdi@1.2.3
//                  node server/pictures/collect-parts.mjs <folder>
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Say in which folder the @iconify-json packages are installed.');
const here = import.meta.dirname;
const { products } = JSON.parse(
  readFileSync(path.join(here, '../seed-data/catalogue/products.json'), 'utf8'),
);

/** What scenes and imported goods use besides the seed's own art. */
const further = {
  mdi: `sprout tractor silo cellphone wifi-off clock-outline warehouse file-document-outline lock-outline notebook-outline
    thermometer greenhouse watering-can fence shovel rake pitchfork content-cut calendar-month calculator-variant-outline
    sign-direction snowflake magnify forklift ruler tent flag-variant leaf barrel sack card-account-details-outline
    barcode medal-outline map-marker-outline basket-outline hand-water grass barley package-variant-closed water
    fence-electric sprinkler-variant`,
  'fluent-emoji-flat': `carrot pea-pod tomato cucumber onion tulip chicken rabbit cow ewe gloves potted-plant snail rose
    lady-beetle honeybee basket seedling sunflower herb leafy-green tractor bell-pepper ear-of-corn potato sun-with-face
    spiral-calendar cloud blossom`,
  noto: 'worm root-vegetable shovel',
};
const wanted = {};
for (const [set, names] of Object.entries(further)) wanted[set] = new Set(names.split(/\s+/));
for (const { variants } of products) {
  for (const { packShot } of variants) wanted[packShot.art.set].add(packShot.art.name);
}
const parts = {};
for (const [set, names] of Object.entries(wanted)) {
  const icons = JSON.parse(
    readFileSync(path.join(folder, 'node_modules/@iconify-json', set, 'icons.json'), 'utf8'),
  );
  for (const name of [...names].sort((a, b) => (a < b ? -1 : 1))) {
    const alias = icons.aliases?.[name]?.parent;
    const icon = icons.icons[name] ?? icons.icons[alias];
    if (!icon) throw new Error(`${set} has no ${name}`);
    parts[`${set}:${name}`] = {
      width: icon.width ?? icons.width ?? 16,
      height: icon.height ?? icons.height ?? 16,
      body: icon.body,
    };
  }
}
writeFileSync(path.join(here, 'parts.json'), `${JSON.stringify(parts, null, 1)}\n`);
console.log(`${Object.keys(parts).length} icons`);
