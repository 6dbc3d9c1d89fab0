import type { Kysely } from 'kysely';
import { textIn } from '#domain/catalogue/texts.ts';
import type { Database } from '#server/database/schema.ts';
import { composePackShot, packHeight, packWidth } from './pack-shots.ts';
import { goodsPicturePath, goodsViews, scenePicturePath, type GoodsView } from './picture-paths.ts';
import { composeScene } from './scenes.ts';

export type ComposedPicture = { svg: string; width: number; height: number };

/** A picture that there is, by its one current path; drawn only when it is asked for by that. */
export type KnownPicture = { path: string; draw: () => Promise<ComposedPicture> };

/** Packs in the shop are printed in Lithuanian. */
const printed = 'lt';
const namePattern = /^[A-Za-z0-9_.-]{1,64}$/;

async function goodsInCache(
  db: Kysely<Database>,
  code: string,
  view: GoodsView,
): Promise<KnownPicture | null> {
  const variant = await db
    .selectFrom('product_variant')
    .innerJoin('product', 'product.id', 'product_variant.product_id')
    .leftJoin('maker', 'maker.id', 'product.maker_id')
    .select([
      'product_variant.pack_shot',
      'product_variant.ean',
      'product.id as productId',
      'product.name as productName',
      'maker.name as makerName',
    ])
    .where('product_variant.code', '=', code)
    .executeTakeFirst();
  const packShot = variant?.pack_shot;
  if (!packShot) return null;
  const draw = async () => {
    const facts =
      view === 'back'
        ? await db
            .selectFrom('product_attribute')
            .innerJoin('attribute_value', 'attribute_value.id', 'product_attribute.attribute_value_id')
            .innerJoin('attribute', 'attribute.id', 'attribute_value.attribute_id')
            .select(['attribute.name', 'attribute_value.value'])
            .where('product_attribute.product_id', '=', variant.productId)
            .where('attribute.code', 'not in', ['new', 'brand'])
            .orderBy('attribute.position')
            .execute()
        : [];
    const svg = composePackShot(view, packShot, {
      name: textIn(variant.productName, printed),
      facts: facts.map(({ name, value }) => ({ name: textIn(name, printed), value: textIn(value, printed) })),
      maker: variant.makerName ?? '',
      ean: variant.ean ?? '',
    });
    return { svg, width: packWidth, height: packHeight };
  };
  return { path: goodsPicturePath(code, packShot, view), draw };
}

/** The picture that a path names, in whatever version; null when there is none. The shape is for those that can take any. */
export async function findPicture(
  db: Kysely<Database>,
  path: string,
  [width, height]: readonly [number, number],
): Promise<KnownPicture | null> {
  const [folder, name = '', file = '', ...rest] = path.split('/');
  if (rest.length > 0 || !namePattern.test(name)) return null;
  if (folder === 'goods') {
    const view = goodsViews.find((one) => file.startsWith(`${one}-`));
    return view && /^[a-z]+-[0-9a-f]{8}$/.test(file) ? goodsInCache(db, name, view) : null;
  }
  if (folder !== 'scenes' || !/^[0-9a-f]{8}$/.test(file)) return null;
  const row = await db.selectFrom('picture').select('scene').where('name', '=', name).executeTakeFirst();
  if (!row) return null;
  return {
    path: scenePicturePath(name, row.scene),
    draw: () => Promise.resolve({ svg: composeScene(row.scene, width, height), width, height }),
  };
}
