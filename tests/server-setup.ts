// Tests hash some thousand passwords: with 1 MiB and one round each costs 2 ms of processor in place of 150.
import { passwordCost } from '#server/accounts/password-hash.ts';

passwordCost.ln = 10;
passwordCost.p = 1;
