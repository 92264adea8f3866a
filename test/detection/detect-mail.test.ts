import { describe, expect, it } from 'vitest';
import { DETECTION_BYTES, detectFormat } from '../../functions/detection/detect.ts';
import { mail, plainEml } from '../mail/mail-files.ts';

describe('detectFormat', () => {
  it('sees mails and mailboxes of another program, whatever they are called', async () => {
    for (const name of ['full.eml', 'signed.eml', 'sealed-smime.eml', 'koi8-r-base64.eml'])
      expect(await detectFormat(mail(name), 'x.txt'), name).toBe('eml');
    expect(await detectFormat(mail('box.mbox'), 'x')).toBe('mbox');
    expect(await detectFormat(mail('full.msg'), 'x.doc')).toBe('msg');
  });

  it('detects a mail in an undeclared encoding, and one with a byte order mark', async () => {
    const head = plainEml('').toString('latin1');
    expect(await detectFormat(Buffer.from(`${head}gr\xfc\xdfe`, 'latin1'), 'x')).toBe('eml');
    expect(await detectFormat(Buffer.from(`\ufeff${head}`), 'x')).toBe('eml');
  });

  it('lets the name decide where there are few headers', async () => {
    const note = Buffer.from('From: me\nSubject: notes\n\nText.\n');
    expect(await detectFormat(note, 'a.eml')).toBe('eml');
    expect(await detectFormat(note, 'a.txt')).toBe('txt');
  });

  it('detects an mbox without usual headers by its name', async () => {
    const box = Buffer.from('From a@b Mon May  6 07:08:09 2024\nX-Odd: a\n\nText.\n');
    expect(await detectFormat(box, 'a.mbox')).toBe('mbox');
    expect(await detectFormat(box, 'a.txt')).toBe('txt');
  });

  it.each([
    ['a.txt', 'Dear all,\n\nFrom: me\nDate: today\nMessage-ID: <1@b>\nMIME-Version: 1.0\n', 'txt'],
    ['a.txt', 'From the beginning, at 10:30 in 2024\nit was so.\n', 'txt'],
    ['a.txt', 'To: do\nDate: tomorrow\nSubject: milk\nFrom: the shop\n', 'txt'],
    ['a.yaml', 'from: a\nto: b\ndate: c\nsubject: d\nversion: 1\n', 'yaml'],
    ['a.eml', 'Only text, and no header.\n', 'txt'],
    [
      'a.mht',
      'From: <Saved>\nSnapshot-Content-Location: https://x.example\nSubject: a\nDate: b\nMIME-Version: 1.0\n\n',
      'mhtml',
    ],
    ['a.csv', 'From:,To:\n1,2\n', 'csv'],
  ])('does not take a text for a mail: %s', async (name, text, format) => {
    expect(await detectFormat(Buffer.from(text), name)).toBe(format);
  });

  it('takes linear time for any lines', async () => {
    for (const line of ['From: a\n', 'From ', 'From a ', ' ', '\n', ':', 'a', 'From a 1:11 1'])
      expect(await detectFormat(Buffer.from(line.repeat(Math.ceil(DETECTION_BYTES / line.length))), 'a.txt')).toBe(
        'txt',
      );
  });
});
