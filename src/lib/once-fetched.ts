/**
 * One answer for all who ask, made by the first of them. A failure is not kept: a script that could not be had once may be there
 * when the next one asks.
 */
export function onceFetched<T>(fetch: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined;
  return () => {
    if (coming) return coming;
    const mine = fetch();
    coming = mine;
    mine.catch(() => {
      // Whoever asked hears of it; the next one asks anew.
      coming = undefined;
    });
    return mine;
  };
}
