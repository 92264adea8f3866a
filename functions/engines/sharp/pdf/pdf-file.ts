import { type FileHandle, open } from 'node:fs/promises';

/** An indirect reference to an object of a PDF file. */
export type PdfReference = `${number} 0 R`;

/** The object numbers of the catalog and of the page tree. */
const [CATALOG, PAGES] = [1, 2];

/**
 * Writes a PDF file (ISO 32000-1, 7.5) object by object, so that only one of them is in memory.
 */
export class PdfFile {
  readonly #file: FileHandle;
  readonly #offsets: number[] = [];
  readonly #pages: PdfReference[] = [];
  #end = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Writes a file with the objects that a callback adds. */
  static async write(path: string, add: (pdf: PdfFile) => Promise<void>): Promise<void> {
    const file = await open(path, 'w');
    try {
      const pdf = new PdfFile(file);
      // Bytes above 127 in the second line mark the file as binary.
      await pdf.#write(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
      // Catalog and page tree are written last, when all pages are known.
      pdf.#offsets.push(0, 0);
      await add(pdf);
      await pdf.#finish();
    } finally {
      await file.close();
    }
  }

  /** Adds an object; `entries` is the inside of its dictionary. */
  async add(entries: string, stream?: Uint8Array): Promise<PdfReference> {
    this.#offsets.push(0);
    return this.#put(this.#offsets.length, entries, stream);
  }

  /** Adds a page; `entries` refer to objects that have been added. */
  async addPage(entries: string): Promise<void> {
    this.#pages.push(await this.add(`/Type/Page/Parent ${PAGES} 0 R${entries}`));
  }

  async #finish(): Promise<void> {
    await this.#put(CATALOG, `/Type/Catalog/Pages ${PAGES} 0 R`);
    await this.#put(PAGES, `/Type/Pages/Count ${this.#pages.length}/Kids[${this.#pages.join(' ')}]`);
    const start = this.#end;
    const lines = this.#offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    const size = lines.length + 1;
    await this.#write(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}`));
    await this.#write(Buffer.from(`trailer\n<</Size ${size}/Root ${CATALOG} 0 R>>\nstartxref\n${start}\n%%EOF\n`));
  }

  async #put(number: number, entries: string, stream?: Uint8Array): Promise<PdfReference> {
    this.#offsets[number - 1] = this.#end;
    const length = stream ? `/Length ${stream.length}` : '';
    await this.#write(Buffer.from(`${number} 0 obj\n<<${entries}${length}>>\n${stream ? 'stream\n' : 'endobj\n'}`));
    if (stream) {
      await this.#write(stream);
      await this.#write(Buffer.from('\nendstream\nendobj\n'));
    }
    return `${number} 0 R`;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#file.writeFile(bytes);
    this.#end += bytes.length;
  }
}
