/** Sentences about accounts (contract 6.1); `form.invalid` and those of too many or changed addresses are ours. */
import { addErrorTexts } from '#server/errors/error-texts.ts';

addErrorTexts({
  'form.invalid': {
    en: 'Please check the marked fields.',
    lt: 'Patikrinkite pažymėtus laukus.',
    et: 'Palun kontrollige märgitud välju.',
    ru: 'Проверьте отмеченные поля.',
  },
  'address.not_found': {
    en: 'This address does not exist.',
    lt: 'Tokio adreso nėra.',
    et: 'Sellist aadressi ei ole.',
    ru: 'Такого адреса нет.',
  },
  'address.version_mismatch': {
    en: 'The address was changed elsewhere. Please check it.',
    lt: 'Adresas pakeistas kitur. Patikrinkite jį.',
    et: 'Aadressi muudeti mujal. Palun kontrollige seda.',
    ru: 'Адрес изменён в другом месте. Проверьте его.',
  },
  'address.too_many': {
    en: 'You can keep at most {max} addresses.',
    lt: 'Galite turėti ne daugiau kaip {max} adresų.',
    et: 'Saate hoida kuni {max} aadressi.',
    ru: 'Можно хранить не более {max} адресов.',
  },
  'account.deletion_pending_orders': {
    en: 'The account cannot be deleted while orders are pending.',
    lt: 'Paskyros ištrinti negalima, kol yra neįvykdytų užsakymų.',
    et: 'Kontot ei saa kustutada, kuni tellimused on täitmata.',
    ru: 'Учётную запись нельзя удалить, пока есть невыполненные заказы.',
  },
  'account.deletion_token_invalid': {
    en: 'This link is not valid or has expired.',
    lt: 'Ši nuoroda netinka arba nebegalioja.',
    et: 'See link ei kehti või on aegunud.',
    ru: 'Эта ссылка недействительна или устарела.',
  },
  'account.deletion_link_used': {
    en: 'This link has been used. For this deletion there is another letter.',
    lt: 'Ši nuoroda jau panaudota. Dėl šio ištrynimo išsiųstas kitas laiškas.',
    et: 'Seda linki on juba kasutatud. Selle kustutamise kohta on teine kiri.',
    ru: 'Эта ссылка уже использована. Об этом удалении есть другое письмо.',
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
