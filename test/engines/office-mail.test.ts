import { Marked } from 'marked';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { textOf } from '../documents/read-result.ts';
import { mail, plainEml } from '../mail/mail-files.ts';
import { failure } from '../support/failure.ts';
import { unzip } from '../support/unzip.ts';

const convert = (content: Buffer, source: 'eml' | 'msg' | 'mbox', target: FormatName) =>
  convertWithOffice(content, source as 'eml', target);
const asText = async (content: Buffer, source: 'eml' | 'msg' = 'eml', target: FormatName = 'txt') =>
  (await convert(content, source, target)).file.toString('utf8');

describe('a mail', () => {
  it.each([
    ['utf-8', 'Kranichflug über café 文件转换服务 😀'],
    ['iso-2022-jp', 'ファイル変換'],
    ['windows-1252', 'über café – “so”'],
    ['koi8-r', 'Привет, мир'],
  ])('in %s is read, however it is encoded', async (charset, text) => {
    expect(await asText(mail(`${charset}-base64.eml`))).toContain(`\n\n${text}\n`);
    expect(await asText(mail(`${charset}-quoted-printable.eml`))).toContain(`\n\n${text}\n`);
  });

  it('becomes plain text with its headers, body and attachments', async () => {
    const text = await asText(mail('full.eml'));
    expect(text).toMatch(
      /^From: Jürgen Kranich <kranich@example\.org>\nTo: Ana <ana@example\.org>, 山田 <yamada@example\.org>\n/,
    );
    expect(text).toContain('Subject: Kranichflug über Grüße 文件\n\nThe text of it.\n\nAttachments:\n');
    expect(text).toContain('- Zahlen über alles.csv (8 bytes)\n- passwd (3 bytes)\n- passwd (2) (3 bytes)\n');
  });

  it('becomes HTML with its own pictures embedded', async () => {
    const page = (await convert(mail('full.eml'), 'eml', 'html')).file.toString('utf8');
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
    const part = '--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment\r\n\r\nwords\r\n';
    const body = `--b\r\nContent-Type: text/plain\r\n\r\nhello\r\n${part}--b--\r\n`;
    const { file } = await convert(plainEml(body, 'Content-Type: multipart/mixed; boundary=b\r\n'), 'eml', 'zip');
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
    const odd = plainEml('x', 'Content-Type: text/plain\r\n')
      .toString()
      .replace(/^Date: .*$/m, 'Date: one day');
    const group = odd.replace(/^To: .*$/m, 'To: friends: a@example.org, B <b@example.org>;');
    const [read] = [JSON.parse(await asText(Buffer.from(group), 'eml', 'json'))];
    expect([read.date, read.to.map((to: { address: string }) => to.address)]).toEqual([
      'one day',
      ['a@example.org', 'b@example.org'],
    ]);
  });

  it('becomes Markdown in which its text is escaped', async () => {
    const full = await asText(mail('full.eml'), 'eml', 'md');
    expect(full).toMatch(
      /^# Kranichflug über Grüße 文件\n\n- \*\*From:\*\* Jürgen Kranich \\<kranich@example\.org\\>\n/,
    );
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

  it.each(['sealed-pgp.eml', 'sealed-smime.eml'])('that is encrypted is refused: %s', async (name) => {
    expect((await failure(convert(mail(name), 'eml', 'pdf'))).code).toBe('PASSWORD_PROTECTED');
  });
});

describe('a mailbox', () => {
  it.each(['txt', 'pdf', 'json'] as const)('becomes a zip of each mail as %s', async (target) => {
    const { format, file } = await convert(mail('box.mbox'), 'mbox', target);
    expect(format).toBe('zip');
    const files = unzip(file);
    expect([...files.keys()]).toEqual([1, 2, 3].map((number) => `message-000${number}.${target}`));
    for (const number of [1, 2, 3]) {
      const text = textOf(files.get(`message-000${number}.${target}`) ?? Buffer.alloc(0), target);
      expect(text).toMatch(
        new RegExp(`mail ${number}[\\s\\S]*Text ${number}\\.(?:\\s|\\\\n)+From here on, all is well\\.`),
      );
    }
  });

  it('of one mail is that mail', async () => {
    const one = Buffer.concat([Buffer.from('From a@example.org Mon May  6 07:08:09 2024\n'), mail('utf-8-base64.eml')]);
    const { format, file } = await convert(one, 'mbox', 'txt');
    expect([format, file.toString('utf8')]).toEqual(['txt', expect.stringContaining('Kranichflug')]);
  });
});

describe('a mailbox of one mail without From, Subject and Date', () => {
  const box = (rest: string) => Buffer.from(`From a@example.org Mon May  6 07:08:09 2024\n${rest}`);

  it.each(['X-Odd: a\n\nWords of it.\n', '\nWords of it.\n'])('is read: %j', async (rest) => {
    expect(String((await convert(box(rest), 'mbox', 'txt')).file)).toContain('Words of it.');
    expect(textOf((await convert(box(rest), 'mbox', 'pdf')).file, 'pdf')).toContain('Words of it.');
  });

  it('is refused where the mail is empty', async () => {
    expect((await failure(convert(box('X-Odd: a\n\n \n'), 'mbox', 'txt'))).code).toBe('UNREADABLE_FILE');
  });
});

describe('a mail without its closing boundary', () => {
  const data = Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 7) % 256)).toString('base64');
  const lines = (text: string) => text.match(/.{1,76}/g)?.join('\r\n') ?? '';
  const attachment = (content: string) =>
    '--b\r\nContent-Type: application/octet-stream; name=a.bin\r\n' +
    `Content-Transfer-Encoding: base64\r\n\r\n${content}`;
  const multipart = (parts: string) =>
    plainEml(`--b\r\n\r\nWords of it.\r\n${parts}`, 'Content-Type: multipart/mixed; boundary=b\r\n');

  it.each([
    ['of text alone', ''],
    ['cut in its closing boundary', `${attachment(lines(data))}\r\n--b-`],
    ['with an attachment that ends in padding', attachment(lines(data))],
    ['with an attachment that ends in a short line', attachment(`${lines(data.slice(0, 400))}\r\n`)],
    ['with an empty line behind its attachment', attachment(`${lines(data.slice(0, 380))}\r\n\r\n`)],
    [
      'whose inner multipart is closed',
      '--b\r\nContent-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\n\r\nx\r\n--i--',
    ],
  ])('is read: %s', async (_, parts) => {
    expect(await asText(multipart(parts))).toContain('Words of it.');
  });

  it('has its attachments', async () => {
    const files = unzip((await convert(multipart(attachment(lines(data))), 'eml', 'zip')).file);
    expect(files.get('attachments/a.bin')).toEqual(Buffer.from(data, 'base64'));
  });

  it.each([
    ['within a line of base64', attachment(lines(data.slice(0, 200)))],
    ['between two lines of base64', attachment(`${lines(data.slice(0, 380))}\r\n`)],
    ['before the base64', attachment('')],
    ['within the headers of a part', attachment('').slice(0, 30)],
  ])('is refused where it is cut %s', async (_, parts) => {
    expect((await failure(asText(multipart(parts)))).code).toBe('UNREADABLE_FILE');
  });
});

describe('a mail of Outlook', () => {
  it('is read with its recipients and attachments', async () => {
    const message = mail('full.msg');
    expect(await asText(message, 'msg')).toMatch(
      /^From: Jürgen <j@example\.org>\nTo: Ana <ana@example\.org>, 山田 <y@example\.org>\nSubject: Grüße 文件\n\nWas er sagt\.\n/,
    );
    expect(JSON.parse(await asText(message, 'msg', 'json'))).toMatchObject({
      from: [{ name: 'Jürgen', address: 'j@example.org' }],
      date: null,
      attachments: [
        { name: 'kurz.txt', type: '', size: 4 },
        { name: 'lang.bin', type: '', size: 9000 },
      ],
    });
    expect(await asText(message, 'msg', 'md')).toContain('\n  - lang.bin (9 kB)\n\nWas er sagt.\n');
    const files = unzip((await convert(message, 'msg', 'zip')).file);
    expect(files.get('attachments/lang.bin')).toEqual(Buffer.alloc(9000, 7));
  });

  it('has its HTML, also where RTF encapsulates it', async () => {
    expect(String((await convert(mail('page.msg'), 'msg', 'html')).file)).toContain('<p>Grüße <b>bold</b></p>');
    expect(String((await convert(mail('page-in-rtf.msg'), 'msg', 'html')).file)).toContain('Grüße <b>bold</b>');
  });

  it('is read in the code page of its texts', async () => {
    const text = await asText(mail('windows-1251.msg'), 'msg');
    expect(text).toBe('Subject: Subject автоматически Subject\n\nBody автоматически Body\n');
  });

  it('that has only RTF is plain text', async () => {
    expect(await asText(mail('rtf.msg'), 'msg')).toContain('Hello\nWörld');
  });

  it('that is encrypted is refused', async () => {
    expect((await failure(convert(mail('sealed.msg'), 'msg', 'pdf'))).code).toBe('PASSWORD_PROTECTED');
  });
});
