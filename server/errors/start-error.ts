/**
 * The shop cannot start for a reason its operator can cure. The message is the one line shown to them:
 * what is wrong, where, and what to do. `main.ts` prints it and ends with status 78 (EX_CONFIG).
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
