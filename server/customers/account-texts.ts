/** Sentences about accounts (contract 6.1); `form.invalid` is ours. */
import { addErrorTexts } from '#server/http/error-texts.ts';

addErrorTexts({
  'form.invalid': {
    en: 'Please check the marked fields.',
    lt: 'Patikrinkite pažymėtus laukus.',
    et: 'Palun kontrollige märgitud välju.',
    ru: 'Проверьте отмеченные поля.',
  },
  'reset.invalid_token': {
    en: 'This link is not valid or has expired.',
    lt: 'Ši nuoroda netinka arba nebegalioja.',
    et: 'See link ei kehti või on aegunud.',
    ru: 'Эта ссылка недействительна или устарела.',
  },
  'password.wrong_current': {
    en: 'The current password is wrong.',
    lt: 'Dabartinis slaptažodis neteisingas.',
    et: 'Praegune parool on vale.',
    ru: 'Текущий пароль неверен.',
  },
});
