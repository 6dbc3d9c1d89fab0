/** Sentences about the shop's letters (contract 6.1). */
import { addErrorTexts } from '#server/errors/error-texts.ts';

addErrorTexts({
  'newsletter.failed': {
    en: 'The subscription did not succeed.',
    lt: 'Užsiprenumeruoti nepavyko.',
    et: 'Tellimine ei õnnestunud.',
    ru: 'Подписаться не удалось.',
  },
  'newsletter.not_found': {
    en: 'This link is not valid or has expired. You can subscribe again at the bottom of any page.',
    lt: 'Nuoroda neteisinga arba nebegalioja. Užsiprenumeruoti iš naujo galite bet kurio puslapio apačioje.',
    et: 'Link ei kehti või on aegunud. Uuesti saab tellida iga lehe allosas.',
    ru: 'Ссылка неверна или устарела. Подписаться снова можно внизу любой страницы.',
  },
});
