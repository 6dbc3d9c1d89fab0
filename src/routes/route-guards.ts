import type { Services } from '#api/services.ts';

/** Runs before a screen's loader; may throw a redirect or an error. */
export type RouteGuard = (services: Services, request: Request) => void | Promise<void>;

/** Conditions that a screen may name in its handle, by name. None has one: who must be signed in is asked by `require-sign-in.tsx`. */
const guards: Readonly<Record<string, RouteGuard>> = {};

/** @throws an error with status 500 that names a guard nobody has written (R8.10). */
export function guardNamed(name: string): RouteGuard {
  const guard = guards[name];
  if (!guard) throw Object.assign(new Error(`Unknown middleware: ${name}`), { status: 500 });
  return guard;
}
