/**
 * What may be fetched before anybody asked for it (R0.33-R0.37, R4.99), decided in one place from the link, from what
 * the browser knows of it and its cost, and from the shopper's own switch. The facts are read at each decision: a
 * phone leaves its Wi-Fi, a saver is turned on.
 */
import { connectivity, type Connectivity } from './connectivity.ts';
import { isSavingChosen } from './data-saver.ts';

export interface LinkFacts {
  /** What the browser says of the device: false is "no network". */
  onLine: boolean;
  state: Connectivity;
  /** The browser's data saver. */
  saveData: boolean;
  /** The shopper's own switch in this shop. */
  saveChosen: boolean;
  /** `slow-2g`, `2g`, `3g` or `4g`; undefined where the browser does not tell. */
  effectiveType?: string | undefined;
  /** `cellular` is paid by the byte as far as anybody can know; undefined where the browser does not tell. */
  type?: string | undefined;
}

/**
 * - `link`: script and data of a page that a pointer, a finger or the focus has come near;
 * - `view`: the same of a page whose link only stands in view: nobody has come near it;
 * - `font`: the web font, in place of the device's own;
 * - `snapshot`: much at once, for a day without a connection.
 */
export type Ahead = 'link' | 'view' | 'font' | 'snapshot';

export const isSaving = (facts: LinkFacts): boolean => facts.saveData || facts.saveChosen;

export function mayFetchAhead(what: Ahead, facts: LinkFacts): boolean {
  if (!facts.onLine || facts.state !== 'online' || isSaving(facts)) return false;
  if (facts.effectiveType === 'slow-2g' || facts.effectiveType === '2g') return false;
  // What is large, or only may be wanted, waits for a link that is quick and not known to be paid by the byte.
  return (
    (what !== 'snapshot' && what !== 'view') || (facts.effectiveType !== '3g' && facts.type !== 'cellular')
  );
}

/** Whether much may be fetched though nobody asked: the browser itself says that the link is not paid by the byte. */
export const costsNothing = (facts: LinkFacts): boolean =>
  mayFetchAhead('snapshot', facts) && (facts.type === 'wifi' || facts.type === 'ethernet');

interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
  type?: string;
}

/** The facts of this moment; a browser without `navigator.connection` counts as well connected (R0.37). */
export function readLinkFacts(): LinkFacts {
  const { connection } = navigator as { connection?: NetworkInformation };
  return {
    onLine: navigator.onLine,
    state: connectivity(),
    saveData: connection?.saveData === true,
    saveChosen: isSavingChosen(),
    effectiveType: connection?.effectiveType,
    type: connection?.type,
  };
}
