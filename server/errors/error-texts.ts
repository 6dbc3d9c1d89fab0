/**
 * Sentences for people by errorCode and locale (docs/api-contract.md 6.1). English is the source; a text missing in
 * a locale falls back to Lithuanian's, then to English. Areas add theirs with `addErrorTexts` at module level.
 */
type Texts = Record<string, { en: string; lt: string; et: string; ru: string }>;

const texts: Texts = Object.assign(Object.create(null) as Texts, {
  'query.invalid': {
    en: 'Some request parameters are not valid.',
    lt: 'Kai kurie užklausos parametrai netinkami.',
    et: 'Mõned päringu parameetrid ei sobi.',
    ru: 'Некоторые параметры запроса неверны.',
  },
  'query.invalid_sort': {
    en: 'Sorting by this field is not supported.',
    lt: 'Pagal šį lauką rikiuoti negalima.',
    et: 'Selle välja järgi ei saa järjestada.',
    ru: 'Сортировка по этому полю не поддерживается.',
  },
  'body.invalid': {
    en: 'The request could not be read.',
    lt: 'Užklausos perskaityti nepavyko.',
    et: 'Päringut ei õnnestunud lugeda.',
    ru: 'Не удалось прочитать запрос.',
  },
  'body.too_large': {
    en: 'The request is too large.',
    lt: 'Užklausa per didelė.',
    et: 'Päring on liiga suur.',
    ru: 'Запрос слишком велик.',
  },
  'body.media_type': {
    en: 'The request could not be read.',
    lt: 'Užklausos perskaityti nepavyko.',
    et: 'Päringut ei õnnestunud lugeda.',
    ru: 'Не удалось прочитать запрос.',
  },
  'method.not_allowed': { en: 'Not found.', lt: 'Nerasta.', et: 'Ei leitud.', ru: 'Не найдено.' },
  'snapshot.cursor_gone': {
    en: 'The saved catalogue is too old to be continued. Begin anew.',
    lt: 'Išsaugotas katalogas per senas, kad būtų tęsiamas. Pradėkite iš naujo.',
    et: 'Salvestatud kataloog on jätkamiseks liiga vana. Alusta uuesti.',
    ru: 'Сохранённый каталог слишком старый, чтобы его продолжать. Начните заново.',
  },
  'host.invalid': {
    en: 'The request could not be read.',
    lt: 'Užklausos perskaityti nepavyko.',
    et: 'Päringut ei õnnestunud lugeda.',
    ru: 'Не удалось прочитать запрос.',
  },
  'host.misdirected': {
    en: 'The request was meant for another address.',
    lt: 'Užklausa skirta kitam adresui.',
    et: 'Päring on mõeldud teisele aadressile.',
    ru: 'Запрос предназначен другому адресу.',
  },
  not_found: { en: 'Not found.', lt: 'Nerasta.', et: 'Ei leitud.', ru: 'Не найдено.' },
  'page.not_found': {
    en: 'This page could not be found',
    lt: 'Šio puslapio rasti nepavyko',
    et: 'Seda lehte ei leitud',
    ru: 'Эта страница не найдена',
  },
  'auth.required': {
    en: 'Please sign in to continue.',
    lt: 'Norėdami tęsti, prisijunkite.',
    et: 'Jätkamiseks logige sisse.',
    ru: 'Войдите, чтобы продолжить.',
  },
  'rate.limited': {
    en: 'Too many attempts. Please try again later.',
    lt: 'Per daug bandymų. Pabandykite vėliau.',
    et: 'Liiga palju katseid. Proovige hiljem uuesti.',
    ru: 'Слишком много попыток. Попробуйте позже.',
  },
  'server.busy': {
    en: 'The shop is very busy. Please try again in a moment.',
    lt: 'Parduotuvė labai užimta. Pabandykite po akimirkos.',
    et: 'Pood on väga hõivatud. Proovige hetke pärast uuesti.',
    ru: 'Магазин очень загружен. Попробуйте через минуту.',
  },
  'server.error': {
    en: 'Something went wrong.',
    lt: 'Kažkas nepavyko.',
    et: 'Midagi läks valesti.',
    ru: 'Что-то пошло не так.',
  },
});

export function addErrorTexts(more: Texts): void {
  Object.assign(texts, more);
}

/** The sentence of `errorCode` in `locale` with `{name}` filled from `values`; not-found codes share one text. */
export function errorText(
  errorCode: string,
  locale: string,
  values: Record<string, string | number> = {},
): string {
  const entry =
    texts[errorCode] ?? (errorCode.endsWith('.not_found') ? texts['not_found'] : texts['server.error']);
  const text = entry?.[locale as 'lt'] ?? entry?.lt ?? entry?.en ?? errorCode;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
