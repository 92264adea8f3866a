import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The mails that Python writes, in a folder; each by its name. */
export function writeMails(folder: string): (name: string) => Buffer {
  execFileSync('python3', [join(import.meta.dirname, 'write-mail.py'), folder]);
  return (name) => readFileSync(join(folder, name));
}

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
