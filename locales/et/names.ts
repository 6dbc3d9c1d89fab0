import type { NameTexts } from '#locales/en/names.ts';

export const names: NameTexts = {
  openGraph: 'et_EE',
  adjustments: {
    tax: 'KM {percent}',
    giftWrap: 'Kingipakend',
    gift: 'Kingitus',
    points: 'Lojaalsuspunktid',
    giftCard: 'Kinkekaart',
    setPrice: 'Komplekti hind: {name}',
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
