/** Sentences about reviews (contract 6.1). */
import { addErrorTexts } from '#server/http/error-texts.ts';

addErrorTexts({
  'review.link_invalid': {
    en: 'This product review link is no longer valid',
    lt: 'Ši prekės atsiliepimo nuoroda nebegalioja',
    et: 'See toote arvustuse link enam ei kehti',
    ru: 'Эта ссылка для отзыва о товаре больше не действует',
  },
});
