/** The page's first script, and nothing but that: everything else is fetched once the first look is complete. */
import '#lib/site-data.ts';
import { breathe, firstLook } from '#ui/hydration/pre-hydration-events.ts';
import { retryScript } from '#ui/hydration/retry-script.ts';

async function start(): Promise<void> {
  // The libraries first and by themselves: started together with the shop they would hold a touch up for longer.
  await import('react-dom/client');
  await breathe();
  (crypto as Partial<Crypto>).randomUUID ??= (await import('#lib/random-uuid.ts')).randomUuid;
  const { startApp } = await import('#app/boot.tsx');
  await breathe();
  await startApp();
}

await firstLook();
// The server names the scripts of its page in a template; now they are fetched, side by side.
const named = document.querySelector<HTMLTemplateElement>('template#scripts');
if (named) document.head.append(named.content);
// A script of the first screen that does not come: the page as the server wrote it stands, is asked for again once, and comes
// to life when the script can be had. One that only keeps a place for what a script draws is waited for by whoever sees it.
await retryScript(
  () =>
    start().catch(async (error: unknown) => {
      // The script that would reload is lost too: the error below says so.
      const reload = await import('#offline/worker/chunk-reload.ts').catch(() => undefined);
      reload?.reloadAfter(error);
      throw error;
    }),
  document.querySelector('main [data-waiting]') !== null,
);
