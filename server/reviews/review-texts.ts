/** Sentences about reviews (contract 6.1). */
import { addErrorTexts } from '#server/errors/error-texts.ts';

addErrorTexts({
  'field.range': {
    en: 'This value should be between {min} and {max}.',
    lt: 'Reikšmė turi būti nuo {min} iki {max}.',
    et: 'Väärtus peab olema vahemikus {min}–{max}.',
    ru: 'Значение должно быть от {min} до {max}.',
  },
  'review.link_invalid': {
    en: 'This product review link is no longer valid',
    lt: 'Ši prekės atsiliepimo nuoroda nebegalioja',
    et: 'See toote arvustuse link enam ei kehti',
    ru: 'Эта ссылка для отзыва о товаре больше не действует',
  },
});
