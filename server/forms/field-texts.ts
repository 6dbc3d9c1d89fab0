/** What is wrong with a field, in every language (contract 2.6). */
import type { FieldMessage } from '#domain/fields/field-rules.ts';
import { addErrorTexts } from '#server/errors/error-texts.ts';

const entry = (en: string, lt: string, et: string, ru: string) => ({ en, lt, et, ru });

addErrorTexts({
  'field.required': entry(
    'This value should not be blank.',
    'Laukas negali būti tuščias.',
    'Väli ei tohi olla tühi.',
    'Поле не должно быть пустым.',
  ),
  'field.email-required': entry(
    'Please enter your email.',
    'Įrašykite el. pašto adresą.',
    'Palun sisestage oma e-posti aadress.',
    'Введите адрес эл. почты.',
  ),
  'field.min': entry(
    'This value is too short. It should have {n} characters or more.',
    'Reikšmė per trumpa. Mažiausias ženklų skaičius – {n}.',
    'Väärtus on liiga lühike. Vaja on vähemalt {n} tähemärki.',
    'Значение слишком короткое. Должно быть не менее {n} символов.',
  ),
  'field.max': entry(
    'This value is too long. It should have {n} characters or less.',
    'Reikšmė per ilga. Didžiausias ženklų skaičius – {n}.',
    'Väärtus on liiga pikk. Lubatud on kuni {n} tähemärki.',
    'Значение слишком длинное. Должно быть не более {n} символов.',
  ),
  'field.format': entry('Invalid format', 'Netinkamas formatas', 'Vigane vorming', 'Неверный формат'),
  'field.format-example': entry(
    'Invalid format. Write it like this: {example}',
    'Netinkamas formatas. Rašykite taip: {example}',
    'Vigane vorming. Kirjutage nii: {example}',
    'Неверный формат. Пишите так: {example}',
  ),
  'field.email': entry(
    'This email is invalid.',
    'Šis el. pašto adresas netinkamas.',
    'See e-posti aadress ei ole õige.',
    'Этот адрес эл. почты неверен.',
  ),
  'field.name': entry(
    "Name can contain all letters and symbols ' -",
    "Varde gali būti visos raidės ir ženklai ' -",
    "Nimes võivad olla kõik tähed ja märgid ' -",
    "Имя может содержать любые буквы и знаки ' -",
  ),
  'field.phone': entry(
    'This value is not a valid phone number.',
    'Tai netinkamas telefono numeris.',
    'See ei ole õige telefoninumber.',
    'Это неверный номер телефона.',
  ),
  'field.vat': entry(
    'Not a VAT number.',
    'Tai ne PVM mokėtojo kodas.',
    'See ei ole käibemaksukohustuslase number.',
    'Это не код плательщика НДС.',
  ),
  'field.same-as': entry(
    'Passwords do not match',
    'Slaptažodžiai nesutampa',
    'Paroolid ei ühti',
    'Пароли не совпадают',
  ),
  'field.promocode': entry(
    'You forgot to add promocode',
    'Pamiršote įrašyti nuolaidos kodą',
    'Unustasite lisada sooduskoodi',
    'Вы забыли ввести промокод',
  ),
});

/** Name of a field's sentence in the error texts. */
export const fieldText = (message: FieldMessage): string => `field.${message}`;
/** Name of the sentence that names what would fit. */
export const fieldExample = 'field.format-example';
