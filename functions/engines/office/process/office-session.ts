import { pathToFileURL } from 'node:url';
import type { ResidentTool } from '../../../sandbox/resident-tool.ts';

/** What LibreOffice says of a file that it has opened. */
export interface OpenDocument {
  /** Text, sheet, slides, drawing, or something else that we have no use for. */
  readonly family: string;
  /** How many pages, sheets or slides. */
  readonly parts: number;
}

/** LibreOffice refused to do something; its reason is for the log. */
export class OfficeRefusal extends Error {}

/** The language of the helper in layers/office: a command a line, fields between tabs, one line for an answer. */
export class OfficeSession {
  readonly #tool: ResidentTool;

  constructor(tool: ResidentTool) {
    this.#tool = tool;
  }

  /**
   * @param password what the document opens with, if it is locked
   * @throws OfficeRefusal
   */
  async open(path: string, options: string, password = ''): Promise<OpenDocument> {
    const [family = '', parts = '0'] = await this.#command('load', pathToFileURL(path).href, options, password);
    return { family, parts: Number(parts) };
  }

  /** Chooses the page or sheet that a picture or table is made of. */
  async choosePart(part: number): Promise<void> {
    await this.#command('part', String(part));
  }

  /** The name of a sheet or slide. */
  async nameOfPart(part: number): Promise<string> {
    const [name = ''] = await this.#command('name', String(part));
    return name;
  }

  /** @throws OfficeRefusal */
  async save(path: string, format: string, options: string): Promise<void> {
    await this.#command('save', pathToFileURL(path).href, format, options);
  }

  /** Closes what is open, and tells how much memory LibreOffice holds now, in bytes. */
  async close(): Promise<number> {
    const [kilobytes = '0'] = await this.#command('close');
    return Number(kilobytes) * 1024;
  }

  async #command(...fields: string[]): Promise<string[]> {
    const line = await this.#tool.ask(fields.map(writeField).join('\t'));
    const [word, ...answer] = line.split('\t').map(readField);
    if (word === 'ok') return answer;
    throw new OfficeRefusal(`${fields[0]}: ${line}`);
  }
}

function writeField(field: string): string {
  return field.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
}

function readField(field: string): string {
  return field.replace(/\\(.)/g, (_, letter: string) => ({ t: '\t', n: '\n' })[letter] ?? letter);
}
