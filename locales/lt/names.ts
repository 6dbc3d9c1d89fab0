import type { NameTexts } from '#locales/en/names.ts';

export const names: NameTexts = {
  openGraph: 'lt_LT',
  adjustments: {
    tax: 'PVM {percent}',
    giftWrap: 'Dovanų pakavimas',
    gift: 'Dovana',
    points: 'Lojalumo taškai',
    giftCard: 'Dovanų kortelė',
    setPrice: 'Rinkinio kaina: {name}',
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
