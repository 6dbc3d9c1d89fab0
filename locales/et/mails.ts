import { brand } from '#lib/brand.ts';
import type { MailTexts } from '#locales/en/mails.ts';

export const mails: MailTexts = {
  order: {
    hello: 'Tere, {name},',
    order_placed: {
      subject: 'Saime teie tellimuse {number}',
      lead: 'saime teie tellimuse {number}. Aitäh, et ostate meilt.',
    },
    order_paid: {
      subject: 'Tellimus {number} on makstud',
      lead: 'saime tellimuse {number} makse kätte ja paneme kauba valmis.',
    },
    order_shipped: { subject: 'Tellimus {number} on teel', lead: 'teie tellimus {number} on teel.' },
    partShipped: {
      subject: 'Osa tellimusest {number} on teel',
      lead: 'osa teie tellimusest {number} on teel.',
    },
    collected: {
      subject: 'Tellimus {number} on järeletulemiseks valmis',
      lead: 'teie tellimuse {number} kaup ootab teid väljastuskohas või on teile juba üle antud.',
    },
    partCollected: {
      subject: 'Osa tellimusest {number} on järeletulemiseks valmis',
      lead: 'osa teie tellimuse {number} kaubast ootab teid väljastuskohas või on teile juba üle antud.',
    },
    paidAfterwards: {
      subject: 'Tellimus {number} on makstud',
      lead: 'saime tellimuse {number} makse kätte. Aitäh.',
    },
    preparing: 'Paneme alles valmis',
    order_cancelled: {
      subject: 'Tellimus {number} on tühistatud',
      lead: 'tellimus {number} on tühistatud. Kui see on ootamatu, kirjutage meile.',
    },
    order_refunded: {
      subject: 'Tellimuse {number} raha on tagastatud',
      lead: 'tagastasime teile tühistatud tellimuse {number} eest {total}.',
    },
    moneyBack: 'Makstud {total} tagastame samal viisil, nagu maksite. Kreeditarve on tellimuse lehel.',
    payment: 'Makseviis',
    payTransfer: 'Palun kandke {total} kontole {iban} ({bank}), saaja {holder}, selgitus {number}.',
    payLater: 'Maksate kauba kättesaamisel: {total}.',
    payGateway: 'Kui te pole veel maksnud, saate seda teha tellimuse lehel.',
    see: 'Tellimuse leht',
    items: 'Tooted',
    delivery: 'Tarne',
    total: 'Kokku koos KM-ga',
    tax: 'sellest KM',
    giftWrap: 'Kingituse pakkimine',
    terms: 'Müügitingimused',
    collectAt: 'Kättesaamine',
    sendTo: 'Aadress',
    pickupAt: 'Pakiautomaat',
    attached: 'Ettemaksuarve on lisatud.',
    invoiceAttached: 'Arve on lisatud.',
    payBy: 'Palun makske hiljemalt {day}.',
    tracking: 'Saadetise number: {number}',
    note: 'Teie märkus: {note}',
    invoiceFor: 'Arve ettevõttele: {company}',
    giftNote: 'Kingituse kaardi tekst: {note}',
    bye: brand.name,
  },
  verification: {
    hello: 'Tere!',
    subject: 'Kinnitage oma e-posti aadress',
    lead: `Poe ${brand.name} kontole sisselogimiseks kinnitage palun oma e-posti aadress. Link kehtib 7 päeva:`,
    ignore: 'Kui te ei ole kontot loonud, võite selle kirja tähelepanuta jätta.',
    bye: `Teie ${brand.name}`,
  },
  newsletter: {
    subject: 'Kinnitage uudiskirja tellimus',
    lead: `Keegi, arvatavasti teie, andis selle aadressi poe ${brand.name} uudiskirja jaoks. Palun kinnitage, et soovite seda. Link kehtib 7 päeva:`,
    ignore: 'Kui te uudiskirja ei tellinud, võite selle kirja tähelepanuta jätta: rohkem me ei kirjuta.',
    stop: 'Kirjadest loobumine ühe vajutusega:',
    bye: `Teie ${brand.name}`,
  },
  backInStock: {
    subject: 'Taas laos: {name}',
    lead: 'Palusite teada anda, kui „{name}“ on taas laos. Nüüd on:',
    once: 'See on ainus kiri selle kohta: teie soov on kustutatud.',
    bye: `Teie ${brand.name}`,
  },
  stockRequest: {
    subject: 'Anname teada, kui taas laos: {name}',
    lead: 'Meil paluti sellele aadressile kirjutada, kui „{name}“ on taas laos. Kirjutame ühe korra.',
    stop: 'Pole enam vaja või ei palunud seda teie? Võtke soov tagasi:',
    bye: `Teie ${brand.name}`,
  },
  reviews: {
    subject: 'Kuidas kaubad on? Tellimus {number}',
    lead: 'Teie tellimus {number} on täidetud. Kirjutage, mida kaupadest arvate: see aitab teistel valida.',
    last: 'Iga link kehtib 60 päeva ja ühe korra. Loeme arvustuse enne avaldamist läbi.',
    bye: `Teie ${brand.name}`,
  },
  newPassword: {
    subject: 'Uus parool',
    lead: `Meil paluti muuta teie parooli poes ${brand.name}. Uue saate valida siin; link töötab ühe korra ja kehtib 24 tundi:`,
    ignore: 'Kui te seda ei palunud, võite selle kirja tähelepanuta jätta: parool ei muutu.',
    bye: `Teie ${brand.name}`,
  },
  knownAddress: {
    subject: 'Teil on juba konto',
    lead: `Keegi, arvatavasti teie, lõi selle aadressiga kontot poes ${brand.name}. See on juba olemas. Logige sisse siin:`,
    forgotten: 'Kas parool on meelest läinud? Valige uus; link töötab ühe korra ja kehtib 24 tundi:',
    ignore: 'Kui see ei olnud teie, võite selle kirja tähelepanuta jätta: midagi ei ole muutunud.',
    bye: `Teie ${brand.name}`,
  },
  deletionAsked: {
    subject: 'Teie konto kustutatakse 24 tunni pärast',
    before: [
      `Meil paluti kustutada teie konto poes ${brand.name}. See kustutatakse 24 tunni pärast koos aadresside, lemmikute ja kliendikaardiga. Tellimuste dokumente säilitame nii kaua, kui seadus nõuab.`,
      'Kui mõtlesite ümber, logige sisse ja tühistage kustutamine; link kehtib 24 tundi:',
    ],
    after: ['Kui te seda ei palunud, tühistage kustutamine ja vahetage parool.'],
    bye: `Teie ${brand.name}`,
  },
  deletionRefused: {
    subject: 'Teie kontot ei kustutatud',
    before: [
      `Me ei kustutanud teie kontot poes ${brand.name}: selles on veel täitmata tellimusi. Kui need on täidetud, saate kustutamist uuesti paluda.`,
    ],
    bye: `Teie ${brand.name}`,
  },
};
