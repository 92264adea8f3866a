import { decodeBytes } from '../../../detection/decode-bytes.ts';

/** The body of a mail that Outlook encapsulated in RTF. */
export interface EncapsulatedBody {
  readonly isHtml: boolean;
  readonly content: string;
}

/** A token of RTF: a brace, a control word with its number, a byte in hexadecimal, a control symbol, or text. */
const TOKEN = /([{}])|\\([a-z]+)(-?\d+)? ?|\\'([\da-f]{2})|\\([^a-z])|([^\\{}]+)/giy;

/** Destinations that are not shown. */
const HIDDEN = ['fonttbl', 'colortbl', 'stylesheet', 'info', 'pict', 'object', 'pntext', 'mhtmltag', 'listtable'];
/** Control words that are characters. */
const CHARACTERS: Readonly<Record<string, string>> = {
  par: '\r\n',
  line: '\r\n',
  tab: '\t',
  lquote: '\u2018',
  rquote: '\u2019',
  ldblquote: '\u201c',
  rdblquote: '\u201d',
  bullet: '\u2022',
  endash: '\u2013',
  emdash: '\u2014',
};

interface State {
  /** A destination that is not shown. */
  readonly hidden: boolean;
  /** Markup of the page. */
  readonly markup: boolean;
  /** Text for programs that read only RTF. */
  readonly rtfOnly: boolean;
}

/** Extracts the HTML or text that RTF encapsulates (MS-OXRTFEX), in one pass, without the formatting of RTF. */
export function readRtf(bytes: Buffer): EncapsulatedBody {
  const source = bytes.toString('latin1');
  const isHtml = source.slice(0, 4096).includes('\\fromhtml');
  const codePage = /\\ansicpg(\d{3,5})/.exec(source.slice(0, 4096))?.[1] ?? '1252';
  const out: string[] = [];
  const states: State[] = [];
  let state: State = { hidden: false, markup: false, rtfOnly: false };
  let [held, skipped]: [number[], number] = [[], 0];
  const flush = () => {
    if (held.length > 0) out.push(decoded(held, codePage));
    held = [];
  };
  const show = (text: string) => {
    flush();
    if (!state.hidden && !state.rtfOnly) out.push(text);
  };
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(source); token; token = TOKEN.exec(source)) {
    const [, brace, word, number, hex, symbol, text] = token;
    if (brace === '{') {
      flush();
      states.push(state);
    } else if (brace === '}') {
      flush();
      state = states.pop() ?? state;
    } else if (word !== undefined) {
      if (word === 'htmltag') state = { ...state, hidden: false, markup: true };
      else if (HIDDEN.includes(word)) state = { ...state, hidden: true };
      else if (word === 'htmlrtf') state = { ...state, rtfOnly: number !== '0' };
      else if (word === 'u' && number !== undefined) {
        show(String.fromCharCode(Number(number) & 0xffff));
        skipped = 1;
      } else if (Object.hasOwn(CHARACTERS, word) && !(state.markup && word === 'par' && !isHtml))
        show(CHARACTERS[word] ?? '');
    } else if (hex !== undefined) {
      if (skipped > 0) skipped--;
      else if (!state.hidden && !state.rtfOnly) held.push(Number.parseInt(hex, 16));
    } else if (symbol === '*') state = { ...state, hidden: true };
    else if (symbol === '~') show('\u00a0');
    else if (symbol !== undefined) show('\\{}'.includes(symbol) ? symbol : '');
    else if (text !== undefined) {
      const plain = text.replace(/[\r\n]/g, '');
      show(skipped > 0 ? plain.slice(1) : plain);
      if (plain !== '') skipped = 0;
    }
  }
  flush();
  return { isHtml, content: out.join('') };
}

function decoded(bytes: readonly number[], codePage: string): string {
  const names: Readonly<Record<string, string>> = {
    65001: 'utf-8',
    932: 'shift_jis',
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
  };
  const encoding = names[codePage] ?? (/^125\d$|^874$/.test(codePage) ? `windows-${codePage}` : 'windows-1252');
  return decodeBytes(Uint8Array.from(bytes), encoding, { fatal: false });
}
