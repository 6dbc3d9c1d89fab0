/** A command that cannot be done; the message is its line for the keeper. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
