-- The company that sells in a channel: on papers, in mails, in structured data. Shops of before show this one on their pages.
alter table channel add column seller jsonb;
update channel set seller = '{"name": "UAB „Arimas“", "companyCode": "999999995", "vatNumber": "LT999999917",
  "address": "Pavyzdžio g. 1, LT-20001 Ukmergė", "phone": "+370 600 00001", "email": "pagalba@arimas.example",
  "bankAccounts": [{"bank": "Pavyzdžio bankas", "iban": "LT12 1000 0111 0100 1000", "bic": "PAVYLT22"}]}';
