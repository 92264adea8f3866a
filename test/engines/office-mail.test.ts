import { Marked } from 'marked';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { checkEnd } from '../../functions/engines/office/mail/check-end.ts';
import { cleanHtml } from '../../functions/engines/office/mail/clean-html.ts';
import { dataMail } from '../../functions/engines/office/mail/data-mail.ts';
import { markdownMail } from '../../functions/engines/office/mail/markdown-mail.ts';
import { readEml } from '../../functions/engines/office/mail/read-eml.ts';
import { readMsg } from '../../functions/engines/office/mail/read-msg.ts';
import { readRtf } from '../../functions/engines/office/mail/read-rtf.ts';
import { splitMbox } from '../../functions/engines/office/mail/split-mbox.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { textOf } from '../documents/read-result.ts';
import { mail, plainEml } from '../mail/mail-files.ts';
import { codeOf } from '../support/failure.ts';
import { seededRandom } from '../support/random.ts';
import { unzip } from '../support/unzip.ts';

const convert = (content: Buffer, source: 'eml' | 'msg' | 'mbox', target: FormatName) =>
  convertWithOffice(content, source as 'eml', target);
const asText = async (content: Buffer, source: 'eml' | 'msg' = 'eml', target: FormatName = 'txt') =>
  (await convert(content, source, target)).file.toString('utf8');
const refusalOf = (...of: Parameters<typeof convert>) => codeOf(convert(...of));

describe('a mail', () => {
  it.each([
    ['utf-8', 'Kranichflug über café 文件转换服务 😀'],
    ['iso-2022-jp', 'ファイル変換'],
    ['koi8-r', 'Привет, мир'],
  ])('in %s is read, however it is encoded', async (charset, text) => {
    expect(await asText(mail(`${charset}-base64.eml`))).toContain(`\n\n${text}\n`);
    expect(await asText(mail(`${charset}-quoted-printable.eml`))).toContain(`\n\n${text}\n`);
  });

  it('becomes plain text with its headers, body and attachments', async () => {
    const text = await asText(mail('full.eml'));
    for (const part of [
      'From: Jürgen Kranich <kranich@example.org>\nTo: Ana <ana@example.org>, 山田 <yamada@example.org>\n',
      'Subject: Kranichflug über Grüße 文件\n\nThe text of it.\n\nAttachments:\n',
      '- Zahlen über alles.csv (8 bytes)\n- passwd (3 bytes)\n- passwd (2) (3 bytes)\n',
    ])
      expect(text).toContain(part);
  });

  it('becomes HTML with its own pictures embedded', async () => {
    const page = await asText(mail('full.eml'), 'eml', 'html');
    expect(page).toContain('<p>The <b>page</b> of it.</p><img src="data:image/png;base64,iVBORw0KGgo');
    expect(page).toContain('<tr><th>Subject</th><td>Kranichflug über Grüße 文件</td></tr>');
    expect(page).toContain('Zahlen über alles.csv (8 bytes)');
  });

  it('becomes a zip of its parts, with safe names', async () => {
    const { format, file } = await convert(mail('full.eml'), 'eml', 'zip');
    expect(format).toBe('zip');
    const files = unzip(file);
    expect([...files.keys()]).toEqual([
      'message.txt',
      'message.html',
      'attachments/attachment-1.png',
      'attachments/Zahlen über alles.csv',
      'attachments/passwd',
      'attachments/passwd (2)',
      'attachments/winmail.dat',
    ]);
    expect(String(files.get('attachments/Zahlen über alles.csv'))).toBe('a,b\n1,2\n');
    expect(String(files.get('attachments/passwd (2)'))).toBe('two');
  });

  it('has the extension of a text for an attached text without a name', async () => {
    const { file } = await convert(mail('nameless-text.eml'), 'eml', 'zip');
    expect([...unzip(file).keys()]).toContain('attachments/attachment-1.txt');
  });

  it('becomes JSON', async () => {
    const data = JSON.parse(await asText(mail('full.eml'), 'eml', 'json'));
    expect(data).toMatchObject({
      from: [{ name: 'Jürgen Kranich', address: 'kranich@example.org' }],
      cc: [{ name: '', address: 'team@example.org' }],
      date: '2024-05-06T05:08:09.000Z',
      text: 'The text of it.',
      html: expect.stringContaining('<b>page</b>'),
    });
    expect(data.attachments[1]).toEqual({ name: 'Zahlen über alles.csv', type: 'text/csv', size: 8 });
    const odd = 'From: a@b\nTo: friends: a@example.org, B <b@example.org>;\nSubject: x\nDate: one day\n\nx';
    expect(JSON.parse(await asText(Buffer.from(odd), 'eml', 'json'))).toMatchObject({
      date: 'one day',
      to: [{ address: 'a@example.org' }, { address: 'b@example.org' }],
    });
  });

  it('becomes Markdown in which its text is escaped', async () => {
    const full = await asText(mail('full.eml'), 'eml', 'md');
    expect(full).toContain('# Kranichflug über Grüße 文件\n\n- **From:** Jürgen Kranich \\<kranich@example.org\\>\n');
    expect(full).toMatch(/\n- \*\*Attachments:\*\*\n {2}- attachment-1\.png[\s\S]*\n\nThe text of it\.\n$/);
    const text =
      '# no heading\r\n- no *item*\r\n\r\n<script>1</script>\r\n    no code\r\n---\r\nSee https://example.org/a_b?c=*d. 1. no';
    const read = await asText(plainEml(text), 'eml', 'md');
    const page = (await new Marked().parse(read)).replace(/&[lg]t;/g, (sign) => (sign === '&lt;' ? '[' : ']'));
    expect(page).toContain('<p># no heading<br>- no *item*</p>\n<p>[script]1[/script]<br>no code<br>---<br>See ');
    expect(page).toContain('<a href="https://example.org/a_b?c=*d">https://example.org/a_b?c=*d</a>. 1. no</p>');
  });

  it('that is only HTML becomes Markdown and JSON of its text', async () => {
    expect(await asText(mail('page.eml'), 'eml', 'md')).toMatch(/^# .*\n[\s\S]*\n\nOnly a page: Kranichflug/);
    const { text, html } = JSON.parse(await asText(mail('page.eml'), 'eml', 'json'));
    expect(text).toMatch(/^Only a page: Kranichflug/);
    expect(html).toContain('Only a <i>page</i>');
  });

  it('has its soft line breaks joined', async () => {
    expect(await asText(mail('flowed.eml'))).toContain('one line that goes on and on.\nAnother.');
  });

  it('attached to a mail is a file of its zip', async () => {
    expect(await asText(mail('forwarded.eml'))).toMatch(/What the outer one says[\s\S]*attachment-1\.eml/);
    const files = unzip((await convert(mail('forwarded.eml'), 'eml', 'zip')).file);
    expect(String(files.get('attachments/attachment-1.eml'))).toContain('What the inner one says.');
  });

  it.each(['sealed-pgp.eml', 'sealed-smime.eml', 'sealed.msg'])('that is encrypted is refused: %s', async (name) => {
    expect(await refusalOf(mail(name), name.endsWith('.msg') ? 'msg' : 'eml', 'pdf')).toBe('PASSWORD_PROTECTED');
  });
});

describe('a mailbox', () => {
  const boxOf = (one: Buffer | string) => Buffer.from(`From a@example.org Mon May  6 07:08:09 2024\n${one}`);

  it.each(['txt', 'pdf'] as const)('becomes a zip of each mail as %s', async (target) => {
    const { format, file } = await convert(mail('box.mbox'), 'mbox', target);
    expect(format).toBe('zip');
    const files = unzip(file);
    expect([...files.keys()]).toEqual([1, 2, 3].map((number) => `message-000${number}.${target}`));
    const texts = [...files.values()].map((file) => textOf(file, target));
    for (const [index, text] of texts.entries())
      expect(text).toMatch(new RegExp(`mail ${index + 1}.*Text ${index + 1}\\.\\s+From here on, all is well\\.`, 's'));
  });

  it('of one mail is that mail', async () => {
    const { format, file } = await convert(boxOf(mail('utf-8-base64.eml')), 'mbox', 'txt');
    expect([format, file.toString('utf8')]).toEqual(['txt', expect.stringContaining('Kranichflug')]);
  });

  it.each(['X-Odd: a\n\nWords of it.\n', '\nWords of it.\n'])('of one mail without From is read: %j', async (rest) => {
    for (const target of ['txt', 'pdf'] as const)
      expect(textOf((await convert(boxOf(rest), 'mbox', target)).file, target)).toContain('Words of it.');
  });

  it('of one mail that is empty is refused', async () => {
    expect(await refusalOf(boxOf('X-Odd: a\n\n \n'), 'mbox', 'txt')).toBe('UNREADABLE_FILE');
  });
});

describe('a mail without its closing boundary', () => {
  it.each([
    'open-text-alone',
    'open-in-its-boundary',
    'open-after-padding',
    'open-after-a-short-line',
    'open-after-an-empty-line',
    'open-inner-closed',
  ])('is read, with its attachment: %s', async (name) => {
    const files = unzip((await convert(mail(`${name}.eml`), 'eml', 'zip')).file);
    expect(String(files.get('message.txt'))).toContain('Words of it.');
    if (name === 'open-after-padding') expect(files.get('attachments/a.bin')).toHaveLength(400);
  });

  it.each(['cut-in-a-line', 'cut-between-lines', 'cut-before-base64', 'cut-in-headers'])(
    'is refused where it is incomplete: %s',
    async (name) => {
      expect(await refusalOf(mail(`${name}.eml`), 'eml', 'txt')).toBe('UNREADABLE_FILE');
    },
  );
});

describe('a mail of Outlook', () => {
  it('is read with its recipients and attachments', async () => {
    const message = mail('full.msg');
    expect(await asText(message, 'msg')).toContain(
      'From: Jürgen <j@example.org>\nTo: Ana <ana@example.org>, 山田 <y@example.org>\nSubject: Grüße 文件\n\nWas er sagt.\n',
    );
    expect(JSON.parse(await asText(message, 'msg', 'json'))).toMatchObject({
      from: [{ name: 'Jürgen', address: 'j@example.org' }],
      date: null,
      attachments: [
        { name: 'kurz.txt', type: '', size: 4 },
        { name: 'lang.bin', type: '', size: 9000 },
      ],
    });
    const files = unzip((await convert(message, 'msg', 'zip')).file);
    expect(files.get('attachments/lang.bin')).toEqual(Buffer.alloc(9000, 7));
  });

  it('names people without the names that Exchange has for them', async () => {
    const [known, internal] = ['y@example.org', '/O=x/cn=yamad'].map((text) => Buffer.from(text, 'utf16le'));
    const message = Buffer.from(mail('full.msg'));
    message.set(internal as Buffer, message.indexOf(known as Buffer));
    expect(await asText(message, 'msg')).toContain('To: Ana <ana@example.org>, 山田\n');
  });

  it.each([
    ['as HTML', 'page.msg', 'html', '<p>Grüße <b>bold</b></p>'],
    ['as HTML that RTF encapsulates', 'page-in-rtf.msg', 'html', 'Grüße <b>bold</b>'],
    ['in the code page of its texts', 'windows-1251.msg', 'txt', 'автоматически Subject\n\nBody автоматически Body\n'],
    ['as RTF, which becomes plain text', 'rtf.msg', 'txt', 'Hello\nWörld'],
  ] as const)('is read %s', async (_, name, target, words) => {
    expect(await asText(mail(name), 'msg', target)).toContain(words);
  });
});

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
    ['100,000 parts', multipart('--b\r\n\r\nx\r\n'.repeat(100_000))],
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
