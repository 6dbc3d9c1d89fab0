import type { NameTexts } from '#locales/en/names.ts';

export const names: NameTexts = {
  openGraph: 'lt_LT',
  adjustments: {
    tax: 'PVM {percent}',
    gift_wrap: 'Dovanų pakavimas',
    'gift-selected': 'Dovana',
    loyalty_points_spent: 'Lojalumo taškai',
    gift_card: 'Dovanų kortelė',
    order_item_promotion: 'Rinkinio kaina: {name}',
  },
  promotions: {
    freeDelivery: 'Nemokamas pristatymas',
    discount: 'Nuolaida',
  },
  consents: {
    privacy: 'Perskaičiau privatumo politiką',
    terms: 'Perskaičiau ir sutinku su pirkimo taisyklėmis',
  },
  firstWarehouse: 'Sandėlis',
  brand: 'Prekės ženklas',
  options: {
    color: 'Spalva',
    size: 'Dydis',
    packSize: 'Pakuotė',
    material: 'Medžiaga',
    pattern: 'Raštas',
    ageGroup: 'Amžiaus grupė',
    gender: 'Lytis',
  },
  googleWords: {
    newborn: 'Naujagimiams',
    infant: 'Kūdikiams',
    toddler: 'Mažyliams',
    kids: 'Vaikams',
    adult: 'Suaugusiems',
    male: 'Vyrams',
    female: 'Moterims',
    unisex: 'Visiems',
  },
};
