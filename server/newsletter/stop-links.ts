/**
 * The link of every letter that stops all letters (RFC 8058): a mail program posts to it by itself, a person opens it and
 * presses the button there. It acts for nobody else, and confirms nothing.
 */
import type { Hono } from 'hono';
import { defaultLocale } from '#contract/locale.ts';
import { routeRow } from '#contract/route-table.ts';
import { textsIn } from '#locales/server-texts.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { readText } from '#server/http/read-body.ts';
import { letterToken, readLetterToken } from '#server/mail/letter-token.ts';

const kind = 'newsletter stop';

/** @param id of the subscriber */
export const stopToken = (secret: Buffer, id: number): string => letterToken(secret, kind, id);

/** The subscriber of a link that stops; letters of before had one token for both of their links. Null: not ours. */
export const readStopToken = (secret: Buffer, token: string): number | null =>
  readLetterToken(secret, kind, token) ?? readLetterToken(secret, 'newsletter', token);

/** What a mail program posts, and the form of the page while no script has come. */
const oneClick = { name: 'List-Unsubscribe', value: 'One-Click' } as const;

/** Whether a body is the one of RFC 8058, as either kind of form. @throws ApiFailure 400, 413 as `readText` */
async function isOneClick(given: Request): Promise<boolean> {
  const text = await readText(given, 4096);
  const type = given.headers.get('content-type') ?? '';
  try {
    const form = await new Response(text, { headers: { 'Content-Type': type } }).formData();
    return form.get(oneClick.name) === oneClick.value;
  } catch {
    // It is no form: not what a mail program posts.
    return false;
  }
}

/**
 * POST to the address of the page, without a session, as often as it is sent: 200 in plain words, also for the browser of a
 * person whose page had no script.
 * @param stop throws ApiFailure 404 `newsletter.not_found` for a link that is not ours
 * @throws ApiFailure 400 `body.invalid` for any other body: a reader that only follows links stops nothing
 */
export const mountStopLinks =
  (stop: (token: string) => Promise<unknown>) =>
  (app: Hono): void => {
    const { lt, other = lt } = routeRow('NEWSLETTER_STOP');
    for (const path of [lt, other, `/:locale${other}`])
      app.post(path, async (c) => {
        if (!(await isOneClick(c.req.raw))) throw new ApiFailure(400, 'body.invalid');
        await stop(c.req.param('token') ?? '');
        const locale = path === lt ? defaultLocale : (c.req.param('locale') ?? 'en');
        return c.text(`${textsIn(locale).mails.cartLeft.stopped}\n`, 200, { 'Cache-Control': 'no-store' });
      });
  };
