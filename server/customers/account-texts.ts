/** Sentences about accounts (contract 6.1); `form.invalid` is ours. */
import { addErrorTexts } from '#server/http/error-texts.ts';

addErrorTexts({
  'form.invalid': {
    en: 'Please check the marked fields.',
    lt: 'Patikrinkite pažymėtus laukus.',
    et: 'Palun kontrollige märgitud välju.',
    ru: 'Проверьте отмеченные поля.',
  },
});
