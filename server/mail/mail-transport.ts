/** Outgoing mail behind one port: SMTP when SMTP_URL is set, else files that a person can open (.eml). */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';

export interface Mail {
  from: Sender;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; content: Buffer; contentType: string }[];
  /** Whom its reader answers, where that is not the sender. */
  replyTo?: string;
  /** By name, beside those of every mail. */
  headers?: Record<string, string>;
  /** The same for every try of one mail, so that a receiver can tell a repeat. */
  messageId: string;
}

/** As a mail program shows it, or its two parts. */
export type Sender = string | { name: string; address: string };

export interface MailTransport {
  /** Resolves when the mail was taken over; throws when it was not. */
  send(mail: Mail): Promise<void>;
  /** Mails kept by this transport, newest last; only the folder keeps any. */
  sent(to: string): Promise<KeptMail[]>;
}

export interface KeptMail {
  from: Sender;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Addresses found in the text. */
  links: string[];
  attachments: string[];
  replyTo?: string;
  headers?: Record<string, string>;
  at: string;
}

/** What a mail program makes links of, where it is written with its scheme. */
export const linksOf = (text: string): string[] => text.match(/https?:\/\/[^\s<>")]+/g) ?? [];

/** Writes each mail to `folder` as a file that mail programs open, with its parts as JSON beside it. */
export function folderTransport(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true });
      const composed = await composer.sendMail(mail);
      const at = new Date().toISOString();
      const name = `${at.replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;
      const kept: KeptMail = {
        from: mail.from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        links: linksOf(mail.text),
        attachments: mail.attachments.map((one) => one.filename),
        ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
        ...(mail.headers === undefined ? {} : { headers: mail.headers }),
        at,
      };
      // Whole or not at all: a reader never finds half a mail.
      const put = async (file: string, content: string | Buffer) => {
        await writeFile(path.join(folder, `.${file}`), content, { mode: 0o600 });
        await rename(path.join(folder, `.${file}`), path.join(folder, file));
      };
      await put(`${name}.eml`, composed.message as Buffer);
      await put(`${name}.json`, JSON.stringify(kept));
    },
    async sent(to) {
      // The folder is made with the first mail.
      const names = await readdir(folder).catch(() => []);
      const mails: KeptMail[] = [];
      for (const name of names.filter((one) => one.endsWith('.json') && !one.startsWith('.')).sort()) {
        const mail = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as KeptMail;
        if (mail.to.toLowerCase() === to.toLowerCase()) mails.push(mail);
      }
      return mails;
    },
  };
}

export function smtpTransport(url: string): MailTransport {
  // Of a server that says nothing: whoever stops the shop waits for the mail that is being sent.
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
    sent: () => Promise.resolve([]),
  };
}
