import { brand } from '#lib/brand.ts';
import type { MailTexts } from '#locales/en/mails.ts';

export const mails: MailTexts = {
  order: {
    hello: 'Sveiki, {name},',
    order_placed: {
      subject: 'Užsakymas {number} gautas',
      lead: 'gavome Jūsų užsakymą {number}. Ačiū, kad perkate pas mus.',
    },
    order_paid: {
      subject: 'Užsakymas {number} apmokėtas',
      lead: 'gavome apmokėjimą už užsakymą {number}. Ruošiame prekes.',
    },
    order_shipped: { subject: 'Užsakymas {number} išsiųstas', lead: 'Jūsų užsakymas {number} pakeliui.' },
    partShipped: {
      subject: 'Dalis užsakymo {number} išsiųsta',
      lead: 'dalis Jūsų užsakymo {number} pakeliui.',
    },
    collected: {
      subject: 'Užsakymą {number} galite atsiimti',
      lead: 'Jūsų užsakymo {number} prekės atiduotos arba laukia Jūsų atsiėmimo vietoje.',
    },
    partCollected: {
      subject: 'Dalį užsakymo {number} galite atsiimti',
      lead: 'dalis Jūsų užsakymo {number} prekių atiduota arba laukia Jūsų atsiėmimo vietoje.',
    },
    paidAfterwards: {
      subject: 'Užsakymas {number} apmokėtas',
      lead: 'gavome apmokėjimą už užsakymą {number}. Ačiū.',
    },
    preparing: 'Dar ruošiame',
    order_cancelled: {
      subject: 'Užsakymas {number} atšauktas',
      lead: 'užsakymas {number} atšauktas. Jei tai netikėta, parašykite mums.',
    },
    order_refunded: {
      subject: 'Grąžinome pinigus už užsakymą {number}',
      lead: 'grąžinome jums {total} už atšauktą užsakymą {number}.',
    },
    moneyBack:
      'Sumokėtus {total} grąžinsime tuo pačiu būdu, kuriuo mokėjote. Kreditinė sąskaita yra užsakymo puslapyje.',
    payment: 'Mokėjimo būdas',
    payTransfer: 'Apmokėkite pavedimu į {iban} ({bank}), gavėjas {holder}, paskirtis {number}, suma {total}.',
    payLater: 'Atsiskaitysite atsiimdami prekes: {total}.',
    payGateway: 'Jei dar neapmokėjote, tai galite padaryti užsakymo puslapyje.',
    see: 'Užsakymo puslapis',
    items: 'Prekės',
    delivery: 'Pristatymas',
    total: 'Iš viso su PVM',
    tax: 'iš jų PVM',
    giftWrap: 'Dovanos įpakavimas',
    terms: 'Pirkimo taisyklės',
    collectAt: 'Atsiėmimas',
    sendTo: 'Adresas',
    pickupAt: 'Paštomatas',
    attached: 'Prisegame išankstinę sąskaitą.',
    invoiceAttached: 'Prisegame sąskaitą faktūrą.',
    payBy: 'Apmokėkite iki {day}.',
    tracking: 'Siuntos numeris: {number}',
    note: 'Jūsų pastaba: {note}',
    invoiceFor: 'Sąskaita įmonei: {company}',
    giftNote: 'Dovanos atviruko tekstas: {note}',
    bye: brand.name,
  },
  verification: {
    hello: 'Sveiki,',
    subject: 'Patvirtinkite savo el. paštą',
    lead: `kad galėtumėte prisijungti prie savo paskyros parduotuvėje „${brand.name}“, patvirtinkite savo el. paštą. Nuoroda galioja 7 dienas:`,
    ignore: 'Jei paskyros nekūrėte, šio laiško galite nepaisyti.',
    bye: `Jūsų „${brand.name}“`,
  },
  newsletter: {
    subject: 'Patvirtinkite naujienlaiškio prenumeratą',
    lead: `Kažkas, tikriausiai jūs, nurodė šį adresą parduotuvės „${brand.name}“ naujienlaiškiui. Tai apie du laiškai per mėnesį ir priminimai apie paliktą krepšelį. Patvirtinkite, kad norite juos gauti. Nuoroda galioja 7 dienas:`,
    ignore: 'Jei naujienlaiškio neprašėte, šio laiško galite nepaisyti: nieko daugiau nesiųsime.',
    stop: 'Atsisakyti laiškų vienu paspaudimu:',
    bye: `Jūsų „${brand.name}“`,
  },
  cartLeft: {
    subject: 'Jūsų krepšelis laukia',
    lead: 'Krepšelyje palikote šias prekes. Galite tęsti ten, kur sustojote:',
    lastSubject: 'Jūsų krepšelis vis dar laukia',
    lastLead: 'Šios prekės vis dar jūsų krepšelyje. Daugiau apie jį nerašysime:',
    others: 'ir dar {count}',
    open: 'Atverti krepšelį:',
    prices: 'Krepšelyje matysite šios dienos kainas ir likučius; prekės nėra rezervuotos.',
    notYours: 'Jei tai ne jūsų krepšelis, nieko daryti nereikia.',
    stop: 'Šį laišką gavote, nes sutikote gauti mūsų laiškus. Visų jų atsisakyti galite vienu paspaudimu:',
    bye: `Jūsų „${brand.name}“`,
    stopped: 'Šiuo adresu daugiau laiškų nesiųsime.',
  },
  backInStock: {
    subject: 'Vėl yra: {name}',
    lead: 'Prašėte pranešti, kai prekė „{name}“ vėl bus sandėlyje. Ji yra:',
    once: 'Tai vienintelis laiškas apie šią prekę: Jūsų prašymą ištrynėme.',
    bye: `Jūsų „${brand.name}“`,
  },
  stockRequest: {
    subject: 'Pranešime, kai vėl bus: {name}',
    lead: 'Gavome prašymą šiuo adresu pranešti, kai prekė „{name}“ vėl bus sandėlyje. Parašysime vieną kartą.',
    stop: 'Nebereikia arba prašėte ne Jūs? Atsisakykite:',
    bye: `Jūsų „${brand.name}“`,
  },
  reviews: {
    subject: 'Kaip sekasi su prekėmis? Užsakymas {number}',
    lead: 'Jūsų užsakymas {number} įvykdytas. Parašykite, ką manote apie prekes – kitiems tai padeda išsirinkti.',
    last: 'Kiekviena nuoroda galioja 60 dienų ir vieną kartą. Prieš paskelbdami atsiliepimą perskaitome.',
    bye: `Jūsų „${brand.name}“`,
  },
  newPassword: {
    subject: 'Naujas slaptažodis',
    lead: `Gavome prašymą pakeisti Jūsų paskyros parduotuvėje „${brand.name}“ slaptažodį. Naują pasirinksite čia; nuoroda tinka vieną kartą ir galioja 24 valandas:`,
    ignore: 'Jei to neprašėte, šio laiško galite nepaisyti: slaptažodis liks toks pat.',
    bye: `Jūsų „${brand.name}“`,
  },
  knownAddress: {
    subject: 'Jūs jau turite paskyrą',
    lead: `Kažkas, tikriausiai Jūs, su šiuo adresu kūrė paskyrą parduotuvėje „${brand.name}“. Ji jau yra. Prisijunkite čia:`,
    forgotten:
      'Neprisimenate slaptažodžio? Pasirinkite naują; nuoroda tinka vieną kartą ir galioja 24 valandas:',
    ignore: 'Jei tai buvote ne Jūs, šio laiško galite nepaisyti: niekas nepasikeitė.',
    bye: `Jūsų „${brand.name}“`,
  },
  deletionAsked: {
    subject: 'Jūsų paskyra bus ištrinta po 24 valandų',
    before: [
      `Gavome prašymą ištrinti Jūsų paskyrą parduotuvėje „${brand.name}“. Ji bus ištrinta po 24 valandų kartu su adresais, mėgstamiausiomis prekėmis ir lojalumo kortele. Užsakymų dokumentus saugome, kiek reikalauja įstatymai.`,
      'Jei persigalvojote, prisijunkite ir atšaukite ištrynimą; nuoroda galioja 24 valandas:',
    ],
    after: ['Jei to neprašėte, atšaukite ištrynimą ir pakeiskite slaptažodį.'],
    bye: `Jūsų „${brand.name}“`,
  },
  deletionRefused: {
    subject: 'Jūsų paskyra neištrinta',
    before: [
      `Jūsų paskyros parduotuvėje „${brand.name}“ neištrynėme: joje yra dar neįvykdytų užsakymų. Kai jie bus įvykdyti, ištrynimo galėsite paprašyti iš naujo.`,
    ],
    bye: `Jūsų „${brand.name}“`,
  },
};
