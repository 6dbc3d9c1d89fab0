import type { Services } from '#api/services.ts';
import { isCataloguePrepared } from '#offline/storage/prepared-store.ts';

/** What was prepared for the field is brought up to date, where the link costs nothing. Few have prepared anything: only they fetch what does it. */
export async function refreshPreparedCatalogue(services: Services): Promise<void> {
  if (isCataloguePrepared())
    await (await import('#features/device/prepared-pack.ts')).refreshPrepared(services);
}
