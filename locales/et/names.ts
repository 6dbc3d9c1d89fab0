import type { NameTexts } from '#locales/en/names.ts';

export const names: NameTexts = {
  openGraph: 'et_EE',
  adjustments: {
    tax: 'KM {percent}',
    gift_wrap: 'Kingipakend',
    'gift-selected': 'Kingitus',
    loyalty_points_spent: 'Lojaalsuspunktid',
    gift_card: 'Kinkekaart',
    order_item_promotion: 'Komplekti hind: {name}',
  },
  promotions: {
    freeDelivery: 'Tasuta tarne',
    discount: 'Allahindlus',
  },
  consents: {
    privacy: 'Olen lugenud privaatsuspoliitikat',
    terms: 'Olen lugenud ostutingimusi ja nõustun nendega',
  },
  firstWarehouse: 'Ladu',
  brand: 'Kaubamärk',
  options: {
    color: 'Värv',
    size: 'Suurus',
    packSize: 'Pakend',
    material: 'Materjal',
    pattern: 'Muster',
    ageGroup: 'Vanuserühm',
    gender: 'Sugu',
  },
  googleWords: {
    newborn: 'Vastsündinutele',
    infant: 'Imikutele',
    toddler: 'Väikelastele',
    kids: 'Lastele',
    adult: 'Täiskasvanutele',
    male: 'Meestele',
    female: 'Naistele',
    unisex: 'Unisex',
  },
};
