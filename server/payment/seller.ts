/** The shop as a company, on documents and for transfers. Invented, as the demo goods are. */
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
  companyCode: '300000008',
  vatNumber: 'LT100000000000',
  address: 'Pavyzdžio g. 2, LT-20101 Ukmergė',
  phone: '+370 600 00100',
  email: 'uzsakymai@arimas.example',
  bankAccounts: [{ bank: 'Pavyzdžio bankas', iban: 'LT12 1000 0111 0100 1000', bic: 'PAVYLT22' }],
};
