/** What is used of opentype.js, which has no types of its own; those of DefinitelyTyped bring along those of browsers. */
declare module 'opentype.js' {
  /** A point or a move of an outline: `type`, and coordinates by the names x, y, x1, y1, x2 and y2. */
  type Command = Readonly<Record<string, string | number>>;

  class Path {
    commands: readonly Command[];
  }

  interface GlyphOptions {
    readonly name: string;
    readonly unicode?: number;
    readonly advanceWidth: number;
    readonly path: Path;
  }

  class Glyph {
    constructor(options: GlyphOptions);
    /** 0 for what the font does not have. */
    readonly index: number;
    readonly advanceWidth?: number;
    readonly path: Path;
  }

  interface FontOptions {
    readonly familyName: string;
    readonly styleName: string;
    readonly copyright: string | undefined;
    readonly license: string | undefined;
    readonly unitsPerEm: number;
    readonly ascender: number;
    /** Below the baseline: negative. */
    readonly descender: number;
    readonly weightClass: number;
    /** In degrees, negative for what leans to the right. */
    readonly italicAngle: number;
    /** In seconds since 1970. */
    readonly createdTimestamp: number;
    readonly glyphs: readonly Glyph[];
  }

  class Font {
    constructor(options: FontOptions);
    readonly unitsPerEm: number;
    /** By the kind of text, in English under `en`. */
    readonly names: Readonly<Record<string, { readonly en?: string } | undefined>>;
    charToGlyph(character: string): Glyph;
    toArrayBuffer(): ArrayBuffer;
  }

  function parse(data: ArrayBuffer): Font;

  const library: {
    readonly Font: typeof Font;
    readonly Glyph: typeof Glyph;
    readonly Path: typeof Path;
    readonly parse: typeof parse;
  };

  export type { Font, Glyph, Path };
  export default library;
}
