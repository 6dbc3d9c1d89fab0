/** Ends a loader with the not-found page; React Router takes a thrown Response as the screen's error. */
export function notFound(): never {
  // oxlint-disable-next-line typescript/only-throw-error
  throw new Response(null, { status: 404 });
}
