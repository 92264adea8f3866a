import { pathToFileURL } from 'node:url';
import type { ResidentTool } from '../../../sandbox/resident-tool.ts';

/** A file that LibreOffice has opened. */
export interface OpenDocument {
  /** Text, sheet, slides, drawing, or a type that is not converted. */
  readonly family: string;
  /** The count of pages, sheets or slides. */
  readonly parts: number;
}

/** LibreOffice refused a command; its reason is for the log. */
export class OfficeRefusal extends Error {}

/** The protocol of the helper in layers/office: a line of tab-separated fields for each command and each answer. */
export class OfficeSession {
  readonly #tool: ResidentTool;

  constructor(tool: ResidentTool) {
    this.#tool = tool;
  }

  /**
   * @param password of an encrypted document
   * @throws OfficeRefusal
   */
  async open(path: string, options: string, password = ''): Promise<OpenDocument> {
    const [family = '', parts = '0'] = await this.#command('load', pathToFileURL(path).href, options, password);
    return { family, parts: Number(parts) };
  }

  /** Chooses the page or sheet to save as a picture or table. */
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

  /** Closes the document, and returns the memory of LibreOffice in bytes. */
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
