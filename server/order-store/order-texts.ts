/** Sentences of orders, checkout and payment for people (contract 6.1, 6.3), and labels of adjustments. */
import { addErrorTexts } from '#server/errors/error-texts.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';

const entry = (en: string, lt: string, et: string, ru: string) => ({ en, lt, et, ru });

addErrorTexts({
  'cart.item_not_found': entry(
    'This item is no longer in the cart.',
    'Šios prekės krepšelyje nebėra.',
    'Seda toodet ei ole enam ostukorvis.',
    'Этого товара больше нет в корзине.',
  ),
  'cart.variant_unknown': entry(
    'This product is not sold any more.',
    'Šios prekės nebeparduodame.',
    'Seda toodet enam ei müüda.',
    'Этот товар больше не продаётся.',
  ),
  'cart.insufficient_stock': entry(
    'The product variant with "{code}" code does not have sufficient stock.',
    '{name} (kodas {code}): tiek neturime.',
    '{name} (kood {code}): nii palju ei ole.',
    '{name} (код {code}): столько нет в наличии.',
  ),
  'cart.quantity_range': entry(
    'The quantity must be between 1 and {max}.',
    'Kiekis turi būti nuo 1 iki {max}.',
    'Kogus peab olema vahemikus 1 kuni {max}.',
    'Количество должно быть от 1 до {max}.',
  ),
  'cart.recover_gone': entry(
    'This cart is no longer available.',
    'Šio krepšelio nebėra.',
    'Seda ostukorvi enam ei ole.',
    'Этой корзины больше нет.',
  ),
  'cart.total_range': entry(
    'Orders above 10,000,000 euros are agreed with our consultants.',
    'Dėl užsakymų, didesnių nei 10 000 000 eurų, tariamasi su konsultantais.',
    'Üle 10 000 000 euro suurused tellimused lepitakse kokku konsultantidega.',
    'Заказы дороже 10 000 000 евро согласуются с консультантами.',
  ),
  'cart.gift_not_sellable': entry(
    'Gifts cannot be bought.',
    'Dovanų pirkti negalima.',
    'Kingitusi ei saa osta.',
    'Подарки купить нельзя.',
  ),
  'cart.certificate_required': entry(
    'This product is sold only to holders of a valid certificate.',
    'Ši prekė parduodama tik turintiems galiojantį pažymėjimą.',
    'Seda toodet müüakse ainult kehtiva tunnistuse omanikele.',
    'Этот товар продаётся только владельцам действующего свидетельства.',
  ),
  'cart.trade_proof_required': entry(
    'This product is sold only to farmers and companies that have shown us their trade. Please call or write to us.',
    'Ši prekė parduodama tik ūkininkams ir įmonėms, pateikusiems veiklos pagrindimą. Paskambinkite arba parašykite mums.',
    'Seda toodet müüakse ainult põllumeestele ja ettevõtetele, kes on oma tegevust tõendanud. Helistage või kirjutage meile.',
    'Этот товар продаётся только фермерам и компаниям, подтвердившим свою деятельность. Позвоните или напишите нам.',
  ),
  'cart.bundle_invalid': entry(
    'This choice of bundle products is not possible.',
    'Toks rinkinio prekių pasirinkimas negalimas.',
    'Selline komplekti toodete valik ei ole võimalik.',
    'Такой выбор товаров набора невозможен.',
  ),
  'cart.locale_unknown': entry(
    'This language is not available.',
    'Šios kalbos nėra.',
    'Seda keelt ei ole.',
    'Этот язык недоступен.',
  ),
  'cart.claimed': entry(
    'This cart is in your account now. Sign in to go on with it.',
    'Šis krepšelis dabar Jūsų paskyroje. Prisijunkite, kad galėtumėte tęsti.',
    'See ostukorv on nüüd teie kontol. Jätkamiseks logige sisse.',
    'Эта корзина теперь в вашей учётной записи. Войдите, чтобы продолжить.',
  ),
  'cart.token_taken': entry(
    'Please start a new cart.',
    'Pradėkite naują krepšelį.',
    'Palun alustage uut ostukorvi.',
    'Начните новую корзину.',
  ),
  'cart.restore_expired': entry(
    'The item can no longer be restored.',
    'Prekės grąžinti į krepšelį nebegalima.',
    'Toodet ei saa enam taastada.',
    'Вернуть товар уже нельзя.',
  ),
  'gift_wrap.unavailable': entry(
    'These goods cannot be gift-wrapped.',
    'Šių prekių dovanai supakuoti negalime.',
    'Neid tooteid ei saa kinkepakkida.',
    'Эти товары нельзя упаковать в подарок.',
  ),
  'cart.empty': entry(
    'Your cart is empty.',
    'Jūsų krepšelis tuščias.',
    'Teie ostukorv on tühi.',
    'Ваша корзина пуста.',
  ),
  'cart.already_completed': entry(
    'This order has already been submitted.',
    'Šis užsakymas jau pateiktas.',
    'See tellimus on juba esitatud.',
    'Этот заказ уже оформлен.',
  ),
  'cart.version_mismatch': entry(
    'The cart was changed elsewhere. Please check it.',
    'Krepšelis pakeistas kitur. Patikrinkite jį.',
    'Ostukorvi muudeti mujal. Palun kontrollige seda.',
    'Корзина изменена в другом месте. Проверьте её.',
  ),
  'cart.product_unavailable': entry(
    '{name} is no longer available.',
    '{name}: šios prekės nebeturime.',
    '{name} ei ole enam saadaval.',
    '{name}: товар больше не доступен.',
  ),
  'cart.quantity_capped': entry(
    'The quantity of {name} was lowered to {available}.',
    '{name}: kiekis sumažintas iki {available}.',
    '{name}: kogust vähendati, nüüd {available}.',
    '{name}: количество уменьшено до {available}.',
  ),
  'order.line_dropped': entry(
    '{name} was left out: there is not enough of it.',
    '{name}: prekės neužteko, todėl į užsakymą neįtraukta.',
    '{name} jäeti välja: seda ei ole piisavalt.',
    '{name}: товара не хватило, он не включён в заказ.',
  ),
  'order.goods_elsewhere': entry(
    'These goods cannot be had in the way you chose, but we have them elsewhere.',
    'Pasirinktu būdu šių prekių gauti negalima, bet jų turime kitur.',
    'Valitud viisil neid tooteid ei saa, kuid need on mujal olemas.',
    'Выбранным способом эти товары получить нельзя, но они есть в другом месте.',
  ),
  'order.line_elsewhere': entry(
    '{name} can be collected here: {places}.',
    '{name}: galima atsiimti čia: {places}.',
    '{name}: kätte saab siit: {places}.',
    '{name}: можно забрать здесь: {places}.',
  ),
  'order.line_delivered': entry(
    '{name} can be delivered.',
    '{name}: galima pristatyti.',
    '{name}: saab kohale tuua.',
    '{name}: можно доставить.',
  ),
  'gift_card.invalid': entry(
    'This gift card is not valid.',
    'Dovanų kortelė negalioja.',
    'See kinkekaart ei kehti.',
    'Подарочная карта недействительна.',
  ),
  'loyalty.not_member': entry(
    'You are not a member of the loyalty programme.',
    'Nesate lojalumo programos narys.',
    'Te ei ole lojaalsusprogrammi liige.',
    'Вы не участник программы лояльности.',
  ),
  'cart.price_changed': entry(
    'The price of {name} has changed.',
    '{name}: kaina pasikeitė.',
    '{name}: hind on muutunud.',
    '{name}: цена изменилась.',
  ),
  'coupon.blank': entry(
    'You forgot to add promocode',
    'Pamiršote įrašyti nuolaidos kodą',
    'Unustasite lisada sooduskoodi',
    'Вы забыли ввести промокод',
  ),
  'coupon.invalid': entry(
    'This promo code is not valid.',
    'Nuolaidos kodas negalioja.',
    'See sooduskood ei kehti.',
    'Промокод недействителен.',
  ),
  'coupon.expired': entry(
    'This promo code has expired.',
    'Nuolaidos kodo galiojimas baigėsi.',
    'Sooduskood on aegunud.',
    'Срок действия промокода истёк.',
  ),
  'coupon.used_up': entry(
    'This promo code has already been used.',
    'Nuolaidos kodas jau panaudotas.',
    'Sooduskood on juba kasutatud.',
    'Промокод уже использован.',
  ),
  'coupon.not_eligible': entry(
    'This promo code does not fit the products in your cart.',
    'Nuolaidos kodas netinka krepšelio prekėms.',
    'Sooduskood ei sobi ostukorvi toodetele.',
    'Промокод не подходит к товарам в корзине.',
  ),
  'checkout.wrong_state': entry(
    'Please finish the earlier steps first.',
    'Pirmiausia užbaikite ankstesnius žingsnius.',
    'Palun lõpetage kõigepealt varasemad sammud.',
    'Сначала завершите предыдущие шаги.',
  ),
  'address.required': entry(
    'This value should not be blank.',
    'Laukas negali būti tuščias.',
    'Väli ei tohi olla tühi.',
    'Поле не должно быть пустым.',
  ),
  'address.invalid': entry(
    'Please check the marked fields.',
    'Patikrinkite pažymėtus laukus.',
    'Palun kontrollige märgitud välju.',
    'Проверьте отмеченные поля.',
  ),
  'address.country_unavailable': entry(
    'We do not deliver to this country.',
    'Į šią šalį nepristatome.',
    'Me ei toimeta sellesse riiki.',
    'В эту страну мы не доставляем.',
  ),
  'shipping.method_unknown': entry(
    'This delivery method does not exist.',
    'Tokio pristatymo būdo nėra.',
    'Sellist tarneviisi ei ole.',
    'Такого способа доставки нет.',
  ),
  'shipping.method_ineligible': entry(
    '{method} cannot be used for this order. Please choose again.',
    '{method}: šiam užsakymui netinka. Pasirinkite iš naujo.',
    '{method} ei sobi sellele tellimusele. Palun valige uuesti.',
    '{method}: не подходит для этого заказа. Выберите ещё раз.',
  ),
  'shipping.pickup_point_required': entry(
    'Please choose a pick-up point.',
    'Pasirinkite atsiėmimo vietą.',
    'Palun valige pakiautomaat.',
    'Выберите пункт выдачи.',
  ),
  'shipping.pickup_point_unknown': entry(
    'This pick-up point is not available.',
    'Ši atsiėmimo vieta negalima.',
    'See pakiautomaat ei ole saadaval.',
    'Этот пункт выдачи недоступен.',
  ),
  'shipping.warehouse_unknown': entry(
    'This shop is not available.',
    'Šis sandėlis negalimas.',
    'See ladu ei ole saadaval.',
    'Этот склад недоступен.',
  ),
  'shipping.plan_gone': entry(
    'Stock has changed, please choose delivery again.',
    'Likučiai pasikeitė, pasirinkite pristatymą iš naujo.',
    'Laoseis on muutunud, palun valige tarne uuesti.',
    'Остатки изменились, выберите доставку ещё раз.',
  ),
  'shipping.not_coverable': entry(
    'Not enough stock for this delivery.',
    'Tokiam pristatymui prekių nepakanka.',
    'Selle tarne jaoks ei ole piisavalt kaupa.',
    'Для такой доставки товара недостаточно.',
  ),
  'shipping.too_heavy': entry(
    'The parcel is too heavy.',
    'Siunta per sunki.',
    'Saadetis on liiga raske.',
    'Посылка слишком тяжёлая.',
  ),
  'shipping.too_light': entry(
    'For heavier shipments only.',
    'Tik sunkesnėms siuntoms.',
    'Ainult raskematele saadetistele.',
    'Только для более тяжёлых отправлений.',
  ),
  'shipping.chemical_collect_only': entry(
    'Chemical products can be collected only in other warehouses.',
    'Chemines prekes galima atsiimti tik kituose sandėliuose.',
    'Kemikaale saab kätte ainult teistest ladudest.',
    'Химические товары можно забрать только на других складах.',
  ),
  'payment.method_unknown': entry(
    'This payment method does not exist.',
    'Tokio mokėjimo būdo nėra.',
    'Sellist makseviisi ei ole.',
    'Такого способа оплаты нет.',
  ),
  'payment.method_ineligible': entry(
    '{method} cannot be used for this order.',
    '{method}: šiam užsakymui netinka.',
    '{method} ei sobi sellele tellimusele.',
    '{method}: не подходит для этого заказа.',
  ),
  'payment.not_payable': entry(
    'This order cannot be paid.',
    'Šio užsakymo apmokėti negalima.',
    'Seda tellimust ei saa maksta.',
    'Этот заказ нельзя оплатить.',
  ),
  'payment.cannot_change': entry(
    'The payment method can no longer be changed.',
    'Mokėjimo būdo pakeisti nebegalima.',
    'Makseviisi ei saa enam muuta.',
    'Способ оплаты изменить уже нельзя.',
  ),
  'payment.url_not_allowed': entry(
    'The return address is not allowed.',
    'Grįžimo adresas neleidžiamas.',
    'Tagasipöördumise aadress ei ole lubatud.',
    'Адрес возврата не разрешён.',
  ),
  'payment.bad_signature': entry(
    'The payment could not be confirmed.',
    'Mokėjimo patvirtinti nepavyko.',
    'Makset ei õnnestunud kinnitada.',
    'Платёж не удалось подтвердить.',
  ),
  'order.out_of_stock': entry(
    'Cannot complete order with products out of stock',
    'Užsakymo pateikti negalima: kai kurių prekių nebėra',
    'Tellimust ei saa esitada: mõned tooted on otsas',
    'Нельзя оформить заказ: некоторых товаров нет в наличии',
  ),
  'order.total_changed': entry(
    'The total has changed. Please check your order.',
    'Suma pasikeitė. Patikrinkite užsakymą.',
    'Summa on muutunud. Palun kontrollige tellimust.',
    'Сумма изменилась. Проверьте заказ.',
  ),
  'order.promotion_changed': entry(
    'A discount no longer applies. Please check your order.',
    'Nuolaida nebegalioja. Patikrinkite užsakymą.',
    'Allahindlus enam ei kehti. Palun kontrollige tellimust.',
    'Скидка больше не действует. Проверьте заказ.',
  ),
  'consent.required': entry(
    'Please accept to continue.',
    'Norėdami tęsti, sutikite.',
    'Jätkamiseks andke nõusolek.',
    'Чтобы продолжить, дайте согласие.',
  ),
  'invoice.forbidden': entry(
    'You may not open this document.',
    'Šio dokumento atverti negalite.',
    'Teil ei ole luba seda dokumenti avada.',
    'Вам нельзя открыть этот документ.',
  ),
  'invoice.not_ready': entry(
    'The document is not ready yet.',
    'Dokumentas dar neparengtas.',
    'Dokument ei ole veel valmis.',
    'Документ ещё не готов.',
  ),
  'idempotency.key_required': entry(
    'The request has no key of its own.',
    'Užklausa neturi savo rakto.',
    'Päringul ei ole oma võtit.',
    'У запроса нет своего ключа.',
  ),
  'idempotency.in_progress': entry(
    'The same request is being worked on.',
    'Ta pati užklausa jau vykdoma.',
    'Sama päringut juba täidetakse.',
    'Этот же запрос уже выполняется.',
  ),
  'idempotency.key_reused': entry(
    'The key was used for another request.',
    'Raktas jau panaudotas kitai užklausai.',
    'Võtit on kasutatud teise päringu jaoks.',
    'Ключ уже использован для другого запроса.',
  ),
});

/** Label of tax of a rate: 0.21 gives "PVM 21 %". */
export function taxLabel(rate: number): Texts {
  const percent = `${Math.round(rate * 10_000) / 100} %`;
  return { lt: `PVM ${percent}`, en: `VAT ${percent}`, et: `KM ${percent}`, ru: `НДС ${percent}` };
}
export const wrapLabel: Texts = {
  lt: 'Dovanų pakavimas',
  en: 'Gift wrapping',
  et: 'Kingipakend',
  ru: 'Подарочная упаковка',
};
export const giftLabel: Texts = { lt: 'Dovana', en: 'Gift', et: 'Kingitus', ru: 'Подарок' };
export const pointsLabel: Texts = {
  lt: 'Lojalumo taškai',
  en: 'Loyalty points',
  et: 'Lojaalsuspunktid',
  ru: 'Баллы лояльности',
};
