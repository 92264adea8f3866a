import { describe, expect, it } from 'vitest';
import { checkEnd } from '../../functions/engines/office/mail/check-end.ts';
import { cleanHtml } from '../../functions/engines/office/mail/clean-html.ts';
import { dataMail } from '../../functions/engines/office/mail/data-mail.ts';
import { markdownMail } from '../../functions/engines/office/mail/markdown-mail.ts';
import { readEml } from '../../functions/engines/office/mail/read-eml.ts';
import { readMsg } from '../../functions/engines/office/mail/read-msg.ts';
import { readRtf } from '../../functions/engines/office/mail/read-rtf.ts';
import { splitMbox } from '../../functions/engines/office/mail/split-mbox.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { mail, plainEml } from '../mail/mail-files.ts';
import { codeOf } from '../support/failure.ts';
import { seededRandom } from '../support/random.ts';

const MEGABYTE = 1024 * 1024;
/** A megabyte of something. */
const filled = (token: string) => token.repeat(Math.ceil(MEGABYTE / token.length));
/** How something ends: `none`, or the code of its error. */
const endOf = (read: () => unknown) => codeOf(Promise.resolve().then(read));
const page = (html: string) => plainEml(html, 'Content-Type: text/html; charset=utf-8\r\n');
const clean = (html: string) => cleanHtml(html, () => undefined).html;
const multipart = (parts: string, end = '--b--\r\n') =>
  plainEml(`${parts}${end}`, 'Content-Type: multipart/mixed; boundary=b\r\n');

describe('the page of a mail', () => {
  it.each([
    ['<SCRIPT src="https://x.example/a.js">b</SCRIPT>a', 'a'],
    ['<img src="https://x.example/pixel.gif">a', 'a'],
    ['<img src=//x.example/pixel.gif onerror=alert(1)>a', 'a'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="java&#115;cript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href=" javascript&colon;alert(1)">a</a>', '<a>a</a>'],
    ["<a href='https://x.example/?a=1&amp;b=2'>a</a>", '<a href="https://x.example/?a=1&amp;b=2">a</a>'],
    ['<p style="color:red;background:url(https://x.example/a.png)">a', '<p style="color:red">a'],
    ['<p style="background:\\75rl(https://x.example)">a', '<p>a'],
    ['<p onclick="alert(1)" align="left">a', '<p align="left">a'],
    ['<style>@import "https://x.example/a.css";</style>a', 'a'],
    ['<meta http-equiv="refresh" content="0;url=https://x.example">a', 'a'],
    ['<base href="https://x.example/">a', 'a'],
    ['<iframe src="https://x.example"></iframe><object data="a"></object>a', 'a'],
    ['<svg><image href="https://x.example"/><script>1</script></svg>a', 'a'],
    ['<form action="https://x.example"><input name=a></form>a', 'a'],
    ['<body background="https://x.example/a.png">a', 'a'],
    ['<table background="https://x.example/a.png"><tr><td>a', '<table><tr><td>a'],
    ['<!--[if mso]><img src="https://x.example"><![endif]-->a', 'a'],
    ['<b title="<script>alert(1)</script>">a</b>', '<b>a</b>'],
    ['<<script>alert(1)//<</script>a', '&lt;a'],
    ['a < b & c &lt;script&gt;', 'a &lt; b & c &lt;script&gt;'],
    ['<img src="data:text/html,<script>alert(1)</script>">a', 'a'],
    ['<img src="data:image/svg+xml;base64,PHN2Zz4=">a', 'a'],
    ['<!DOCTYPE html [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]>&c;', '&c;'],
  ])('%s', (given, wanted) => expect(clean(given)).toBe(wanted));

  it('reports the count of its remote pictures', async () => {
    const { file } = await convertWithOffice(page('<img src="https://x.example/a.gif"><p>a</p>'), 'eml', 'html');
    expect(String(file)).toContain('Pictures on the internet, not fetched: 1');
    expect(String(file)).not.toContain('x.example');
  });

  it('is sanitized in linear time, whatever its tokens are', () => {
    for (const token of ['<', '<a ', '<a href="', '&', '<script>', '<!--', '</p>', '<p style="a:', '<svg><script>'])
      expect(clean(filled(token))).not.toMatch(/<(?!\/p>)/);
    expect(clean(`<p style="${'a:b,'.repeat(MEGABYTE / 4)}">`)).toBe('<p>');
  });
});

describe('a hostile mail', () => {
  const from = 'From: a@b\r\nDate: x\r\n';
  const nested = Array.from(
    { length: 200 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
  ).join('');

  it.each([
    ['headers without end', `${from}X: ${'a'.repeat(MEGABYTE)}`],
    ['headers of one letter', `${from}${'X: a\r\n'.repeat(MEGABYTE / 6)}\r\n`],
    ['groups of recipients', `${from}To: ${'a:'.repeat(MEGABYTE / 2)}\r\n\r\n`],
    ['nested parts', from + nested],
    [
      '100,000 parts',
      `${from}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(100_000)}--b--`,
    ],
    ['soft line breaks', `${from}Content-Type: text/plain; format=flowed\r\n\r\n${'a \r\n'.repeat(MEGABYTE)}`],
  ])('is refused: %s', async (_, content) => {
    expect(await codeOf(readEml(Buffer.from(content)))).toBe('TOO_COMPLEX');
  });

  it('is read where it is only unusual', async () => {
    const inner = 'Content-Type: message/rfc822\r\n\r\nFrom: a@b\r\n'.repeat(100);
    expect((await readEml(Buffer.from(`${from}${inner}\r\nend`))).headers.length).toBeGreaterThan(0);
    expect((await readEml(multipart('--b\r\n\r\nfirst\r\n--bb\r\n\r\nstill it\r\n'))).text).toContain('still it');
    expect((await readEml(plainEml('='.repeat(MEGABYTE)))).text).toHaveLength(MEGABYTE + 1);
  });

  it('is written in linear time, whatever its tokens are', () => {
    const people = { from: [], to: [], cc: [], bcc: [] };
    for (const token of ['a\n', '\n', '&a', '*', '#', 'http://', 'http://.....', '1. ', ' ', '<', '>\n', '\r']) {
      const text = filled(token);
      const headers = ['Subject', 'Date', 'To'].map((field) => [field, text] as const);
      const mail = { headers, people, text, attachments: [] };
      expect(markdownMail(mail).length).toBeLessThan(32 * MEGABYTE);
      expect(JSON.parse(dataMail(mail)).text).toBe(text.replaceAll('\r', '\n').trimEnd());
    }
  });

  it('is refused where it has no part, or is no mail', async () => {
    for (const none of [multipart('', ''), Buffer.from('no header at all'), Buffer.alloc(1000)])
      expect(await codeOf(readEml(none))).toBe('UNREADABLE_FILE');
  });

  it('without its closing boundary is read or refused in linear time, whatever its last part is', async () => {
    for (const token of ['\n--b', '\n', '\r', 'A', 'A\n', '=', ' ', '--', 'Content-Transfer-Encoding: ']) {
      const begun = Date.now();
      for (const head of ['', 'Content-Transfer-Encoding: base64\n\n']) {
        const bytes = Buffer.from(`a\n--b\n${head}${filled(token)}`);
        expect(await endOf(() => checkEnd(bytes, 'multipart/mixed; boundary=b'))).toMatch(/^none|UNREADABLE_FILE$/);
      }
      expect(Date.now() - begun, token).toBeLessThan(3000);
    }
  });

  it('is refused where it is a mailbox of too many mails, or of none', () => {
    const line = 'From a 00:00:00 2020\n\n';
    expect(() => splitMbox(Buffer.from(line.repeat(100_000)))).toThrow(/more than 1000 mails/);
    expect(() => splitMbox(Buffer.from('nothing'))).toThrow(/damaged/);
    expect(splitMbox(Buffer.from(`${line}${'>\n'.repeat(MEGABYTE)}`))).toHaveLength(1);
  });
});

describe('a mail of Outlook that is damaged', () => {
  const message = mail('with-attachment.msg');

  it.each([0.1, 0.3, 0.6, 0.9])('is refused when truncated to %d of its size', async (share) => {
    expect(await endOf(() => readMsg(message.subarray(0, Math.floor(message.length * share))))).toBe('UNREADABLE_FILE');
  });

  it('is read or refused, and nothing else, whatever bytes are changed', async () => {
    const random = seededRandom(7);
    for (let round = 0; round < 300; round++) {
      const changed = Buffer.from(message);
      for (let byte = 0; byte < 20; byte++) changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
      expect(await endOf(() => readMsg(changed))).toMatch(/^none|UNREADABLE_FILE|PASSWORD_PROTECTED$/);
    }
  });

  it('is read in linear time, whatever the tokens of its RTF are', () => {
    for (const token of ['{', '}', '\\u1', "\\'41", '\\a', '{\\*\\htmltag ', '\\', '\\htmlrtf'])
      expect(readRtf(Buffer.from(`{\\rtf1\\fromhtml1 ${token.repeat(MEGABYTE / 8)}`)).isHtml).toBe(true);
  });
});
