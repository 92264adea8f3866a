import { escapeXml } from '../../../entities.ts';

/** The families of styles that are made here. */
type Family =
  | 'text'
  | 'paragraph'
  | 'section'
  | 'graphic'
  | 'presentation'
  | 'drawing-page'
  | 'table'
  | 'table-column'
  | 'table-row'
  | 'table-cell';

/** Automatic styles, each written once. */
export class OdtStyles {
  readonly #names = new Map<string, string>();
  readonly #lists: string[] = [];
  readonly #listNames = new Map<string, string>();
  readonly #grounds: boolean;
  #count = 0;

  /** @param grounds whether the background is kept */
  constructor({ grounds = false }: { readonly grounds?: boolean } = {}) {
    this.#grounds = grounds;
  }

  /** The colour of text: light text is not visible without its background. */
  ink(color: string, fill?: string): string {
    const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    return !this.#grounds && !fill && Math.min(...channels) > 215 ? '#000000' : color;
  }

  /** A number that nothing else in the document has. */
  count(): number {
    return this.#count++;
  }

  /** The name of the style with these properties. */
  name(family: Family, content: string, attributes = ''): string {
    const key = `style:family="${family}"${attributes}>${content}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `a${this.#names.size}`;
    this.#names.set(key, name);
    return name;
  }

  /** The name of the style that lists with this level share. */
  listName(level: string): string {
    const known = this.#listNames.get(level) ?? this.ownListName(level);
    this.#listNames.set(level, known);
    return known;
  }

  /** The name of the style of one list with this level: in some formats, lists with one style count on. */
  ownListName(level: string): string {
    return `l${this.#lists.push(level) - 1}`;
  }

  /** All styles as XML. */
  toString(): string {
    const lists = this.#lists.map(
      (level, index) => `<text:list-style style:name="l${index}">${level}</text:list-style>`,
    );
    const others = [...this.#names].map(([key, name]) => `<style:style style:name="${name}" ${key}</style:style>`);
    return [...lists, ...others].join('');
  }
}

/** The name of the style that headings of a level have. */
export const headingStyle = (level: number) => `Heading_20_${level}`;

/** The styles of headings, which say nothing of their look: each heading has its own. */
export function headingStyles(levels: number): string {
  return Array.from({ length: levels }, (_, index) => {
    const names = `style:name="${headingStyle(index + 1)}" style:display-name="Heading ${index + 1}"`;
    return `<style:style ${names} style:family="paragraph" style:default-outline-level="${index + 1}" style:class="text"/>`;
  }).join('');
}

/** Properties as an element of a style. */
export function properties(kind: string, values: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : ` ${name}="${escapeXml(value)}"`,
  );
  return `<style:${kind}-properties${written.join('')}/>`;
}

/** A length in points. */
export function points(value: number): string {
  return `${Math.round(value * 100) / 100}pt`;
}

/** The attributes of an element that shows a file of the package. */
export function fileLink(name: string): string {
  return `xlink:href="${name}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"`;
}

/** The columns of a table. */
export function tableColumns(widths: readonly number[], styles: OdtStyles): string {
  const written = widths.map((width) => {
    const look = properties('table-column', { 'style:column-width': points(width) });
    return `<table:table-column table:style-name="${styles.name('table-column', look)}"/>`;
  });
  return written.join('');
}

/** The attribute of a cell that spans several columns or rows. */
export function spanOf(of: 'columns' | 'rows', count: number): string {
  return count > 1 ? ` table:number-${of}-spanned="${count}"` : '';
}
