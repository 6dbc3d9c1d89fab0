import type { NameTexts } from '#locales/en/names.ts';

export const names: NameTexts = {
  openGraph: 'ru_RU',
  adjustments: {
    tax: 'НДС {percent}',
    gift_wrap: 'Подарочная упаковка',
    'gift-selected': 'Подарок',
    loyalty_points_spent: 'Баллы лояльности',
    gift_card: 'Подарочная карта',
    order_item_promotion: 'Цена набора: {name}',
  },
  promotions: {
    freeDelivery: 'Бесплатная доставка',
    discount: 'Скидка',
  },
  consents: {
    privacy: 'Я прочитал(а) политику конфиденциальности',
    terms: 'Я прочитал(а) и принимаю правила покупки',
  },
  firstWarehouse: 'Склад',
  brand: 'Марка',
  options: {
    color: 'Цвет',
    size: 'Размер',
    packSize: 'Упаковка',
    material: 'Материал',
    pattern: 'Узор',
    ageGroup: 'Возрастная группа',
    gender: 'Пол',
  },
  googleWords: {
    newborn: 'Для новорождённых',
    infant: 'Для младенцев',
    toddler: 'Для малышей',
    kids: 'Детям',
    adult: 'Взрослым',
    male: 'Мужчинам',
    female: 'Женщинам',
    unisex: 'Унисекс',
  },
};
