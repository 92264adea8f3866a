import { committed } from '../support/committed.ts';

/** A mail of ours: see the README beside them. */
export const mail = (name: string): Buffer => committed(`mail/files/${name}`);

/** A mail as plain as can be. */
export function plainEml(text: string, headers = ''): Buffer {
  const lines = [
    'From: Kranich <kranich@example.org>',
    'To: ana@example.org',
    'Date: Mon, 06 May 2024 07:08:09 +0200',
    'Subject: a mail',
    'Message-ID: <1@example.org>',
    'MIME-Version: 1.0',
  ];
  const type = headers === '' ? 'Content-Type: text/plain; charset=utf-8\r\n' : headers;
  return Buffer.from(`${lines.join('\r\n')}\r\n${type}\r\n${text}`);
}
