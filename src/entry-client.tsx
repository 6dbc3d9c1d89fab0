/** The page's first script, and nothing but that: everything else is fetched once the first look is complete. */
import { breathe, firstLook } from '#ui/early-touch.ts';

async function start(): Promise<void> {
  await firstLook();
  // The server names the scripts of its page in a template; now they are fetched, side by side.
  const named = document.querySelector<HTMLTemplateElement>('template#scripts');
  if (named) document.head.append(named.content);
  // The libraries first and by themselves: started together with the shop they would hold a touch up for longer.
  await import('react-dom/client');
  await breathe();
  const { startApp } = await import('#app/boot.tsx');
  await breathe();
  await startApp();
}

// A script of the first screen that does not come: the page as the server wrote it stands, and is asked for again once.
start().catch(async (error: unknown) => {
  (await import('#offline/chunk-reload.ts')).reloadAfter(error);
  throw error;
});
