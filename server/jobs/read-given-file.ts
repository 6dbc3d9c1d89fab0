/** A file that the keeper names in a command. */
import { readFileSync } from 'node:fs';
import { CommandError } from './command-error.ts';

/**
 * What was given as text: UTF-8, with or without the mark that editors put before it. Other bytes are refused, since a letter that was
 * lost would stand on papers for good.
 * @param name how the keeper calls it
 * @throws CommandError for bytes that are no UTF-8
 */
export function decodeGiven(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Where in the file is told by no decoder: the keeper saves it anew as a whole.
    throw new CommandError(`${name} is not written in UTF-8: save it as UTF-8 in your editor.`);
  }
}

/** @throws CommandError for a file that is not there, cannot be read or is no UTF-8 */
export function readGivenFile(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code ?? 'unknown'}).`,
    );
  }
  return decodeGiven(bytes, file);
}
