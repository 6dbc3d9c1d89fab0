/** Sentences about requests to hear when goods are back (contract 6.1). */
import { addErrorTexts } from '#server/errors/error-texts.ts';

addErrorTexts({
  'stock_request.not_found': {
    en: 'There is no such request.',
    lt: 'Tokio prašymo nėra.',
    et: 'Sellist soovi ei ole.',
    ru: 'Такого запроса нет.',
  },
  'stock_request.in_stock': {
    en: 'This product is in stock.',
    lt: 'Ši prekė yra sandėlyje.',
    et: 'See toode on laos olemas.',
    ru: 'Этот товар есть в наличии.',
  },
  'stock_request.variant_unknown': {
    en: 'This product is not sold any more.',
    lt: 'Ši prekė nebeparduodama.',
    et: 'Seda toodet enam ei müüda.',
    ru: 'Этот товар больше не продаётся.',
  },
});
