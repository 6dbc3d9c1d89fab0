/**
 * The shop as a company, on documents and for transfers. Invented, as the demo goods are; the same as footer, contacts and
 * terms say (server/payment/seller.test.ts).
 */
export interface Seller {
  name: string;
  companyCode: string;
  vatNumber: string;
  address: string;
  phone: string;
  email: string;
  bankAccounts: readonly { bank: string; iban: string; bic: string }[];
}

export const demoSeller: Seller = {
  name: 'UAB „Arimas“',
  companyCode: '999999995',
  vatNumber: 'LT999999917',
  address: 'Pavyzdžio g. 1, LT-20001 Ukmergė',
  phone: '+370 600 00001',
  email: 'pagalba@arimas.example',
  bankAccounts: [{ bank: 'Pavyzdžio bankas', iban: 'LT12 1000 0111 0100 1000', bic: 'PAVYLT22' }],
};
