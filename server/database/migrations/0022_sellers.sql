-- The company that sells in a channel: on papers, in mails, in structured data. Shops of before showed this one.
alter table channel add column seller jsonb;
update channel set seller = '{"name": "UAB „Arimas“", "companyCode": "300000008", "vatNumber": "LT100000000000",
  "address": "Pavyzdžio g. 2, LT-20101 Ukmergė", "phone": "+370 600 00100", "email": "uzsakymai@arimas.example",
  "bankAccounts": [{"bank": "Pavyzdžio bankas", "iban": "LT12 1000 0111 0100 1000", "bic": "PAVYLT22"}]}';
