/** An answer to an address that holds a token: kept by nobody, and what its page asks for does not tell the address on. */
export function leavingNoTrace(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('Cache-Control', 'no-store');
  return new Response(answer.body, { status: answer.status, headers });
}
