/** Sentences about wishlists (contract 6.1). */
import { addErrorTexts } from '#server/errors/error-texts.ts';

addErrorTexts({
  'wishlist.product_unknown': {
    en: 'This product is not sold any more.',
    lt: 'Ši prekė nebeparduodama.',
    et: 'Seda toodet enam ei müüda.',
    ru: 'Этот товар больше не продаётся.',
  },
});
