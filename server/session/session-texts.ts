/** Sentences about signing in (contract 6.1). */
import { addErrorTexts } from '#server/errors/error-texts.ts';

addErrorTexts({
  'impersonation.forbidden': {
    en: 'This action is not allowed while acting for a customer.',
    lt: 'Veikiant kliento vardu šis veiksmas neleidžiamas.',
    et: 'Kliendi nimel tegutsedes ei ole see toiming lubatud.',
    ru: 'Это действие запрещено, когда вы действуете от имени клиента.',
  },
  'auth.bad_credentials': {
    en: 'The email or password is wrong.',
    lt: 'Neteisingas el. paštas arba slaptažodis.',
    et: 'E-posti aadress või parool on vale.',
    ru: 'Неверный адрес почты или пароль.',
  },
  'auth.bad_refresh': {
    en: 'Your session has ended. Please sign in again.',
    lt: 'Jūsų prisijungimas baigėsi. Prisijunkite iš naujo.',
    et: 'Teie sisselogimine on lõppenud. Palun logige uuesti sisse.',
    ru: 'Ваш вход завершён. Пожалуйста, войдите снова.',
  },
  'auth.disabled': {
    en: 'This account is not active.',
    lt: 'Ši paskyra neaktyvi.',
    et: 'See konto ei ole aktiivne.',
    ru: 'Эта учётная запись неактивна.',
  },
  'auth.not_verified': {
    en: 'Please confirm your email first. We have sent you a new link.',
    lt: 'Pirmiausia patvirtinkite savo el. paštą. Išsiuntėme jums naują nuorodą.',
    et: 'Palun kinnitage esmalt oma e-posti aadress. Saatsime teile uue lingi.',
    ru: 'Сначала подтвердите свой адрес почты. Мы отправили вам новую ссылку.',
  },
  'verification.invalid': {
    en: 'This link is not valid or has expired.',
    lt: 'Ši nuoroda netinka arba nebegalioja.',
    et: 'See link ei kehti või on aegunud.',
    ru: 'Эта ссылка недействительна или устарела.',
  },
  'mail.too_many': {
    en: 'We have sent you several messages already. Please try again later.',
    lt: 'Jums jau išsiuntėme kelis laiškus. Pabandykite vėliau.',
    et: 'Oleme teile juba mitu kirja saatnud. Proovige hiljem uuesti.',
    ru: 'Мы уже отправили вам несколько писем. Попробуйте позже.',
  },
});
