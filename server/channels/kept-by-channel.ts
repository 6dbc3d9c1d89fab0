/** ms for which what is read of a channel's settings is kept: they change a few times a year. */
const keepFor = 60_000;

/** @returns what `read` answered of a channel within the last minute, else read anew; a failure is not kept */
export function keptByChannel<T>(read: (channel: string) => Promise<T>): (channel: string) => Promise<T> {
  const kept = new Map<string, { terms: Promise<T>; until: number }>();
  return (channel) => {
    const known = kept.get(channel);
    if (known && known.until > Date.now()) return known.terms;
    const terms = read(channel);
    kept.set(channel, { terms, until: Date.now() + keepFor });
    terms.catch(() => kept.delete(channel));
    return terms;
  };
}
