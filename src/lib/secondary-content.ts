/** ms that a navigation waits for what is not its subject: what comes within them does not move the page afterwards. */
const patience = 150;

/**
 * What stands beside the subject of a page: notices, banners, goods further down. The server waits for it, since it writes the
 * page once; in the browser it comes when it comes, and nobody waits long for it.
 */
export async function secondaryContent(work: Promise<unknown>): Promise<void> {
  // Whoever shows it asks again.
  const done = work.then(
    () => undefined,
    () => undefined,
  );
  if (import.meta.env.SSR) return done;
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([
    done,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience);
    }),
  ]);
  clearTimeout(timer);
}
