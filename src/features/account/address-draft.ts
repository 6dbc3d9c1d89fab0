/**
 * What was typed into the form of an address and found no connection: it outlives a reload and a way to another page, until it
 * is saved, given up, or its customer has logged out (R0.28).
 */
import { signedInAs } from '#api/session-tokens.ts';
import type { CustomerAddress } from '#contract/addresses.ts';
import { readStoredJson, writeStored } from '#lib/stored-value.ts';
import type { AddressFields } from './address-schema.ts';

type Subject = Pick<CustomerAddress, 'id' | 'version'> | null;
interface AddressDraft {
  /** Who has typed it. */
  customer: string | null;
  /** Of a new address null. */
  id: number | null;
  /** One that was changed elsewhere meanwhile is not written over by what was typed beside an older one (contract 1.9). */
  version: number | null;
  form: AddressFields;
}

const named = (address: Subject) => ({
  customer: signedInAs(),
  id: address?.id ?? null,
  version: address?.version ?? null,
});

/** @param address null = a new one; @returns null without such a draft */
export function readAddressDraft(address: Subject): AddressFields | null {
  const draft = readStoredJson('ADDRESS_DRAFT') as Partial<AddressDraft> | null;
  const { customer, id, version } = named(address);
  const isMeant =
    customer !== null && draft?.customer === customer && draft.id === id && draft.version === version;
  return isMeant ? (draft.form ?? null) : null;
}

/** Nothing is kept where nothing may be stored; the form still works. */
export function writeAddressDraft(address: Subject, form: AddressFields): void {
  writeStored('ADDRESS_DRAFT', JSON.stringify({ ...named(address), form } satisfies AddressDraft));
}

export function forgetAddressDraft(): void {
  writeStored('ADDRESS_DRAFT', null);
}
