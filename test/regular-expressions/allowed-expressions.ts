/** An expression that is slow on some texts, and why no such text can hurt. */
export interface AllowedExpression {
  /** Path relative to the repository. */
  readonly file: string;
  /** As `/source/flags`, or `built` for all that the file puts together while it runs. */
  readonly expression: string;
  /** What bounds the texts it is applied to. */
  readonly reason: string;
}

const SHORT_LINES =
  'Applied to shortLines(...): no line is longer than 500 characters, and the expression ends with the line.';

export const ALLOWED_EXPRESSIONS: readonly AllowedExpression[] = [
  {
    file: 'functions/engines/ffmpeg/running/tool.ts',
    expression:
      '/Error (while )?(initializing|opening|applying).*(encoder|output|filter|option)|Could not (write header|open encoder)|Error opening output|Unknown encoder|No such filter|Option .* not found|Invalid argument.*output|Unable to parse option/i',
    reason: SHORT_LINES,
  },
  {
    file: 'functions/engines/poppler/lost-pages.ts',
    expression:
      '/(Bad block header|Unknown compression method|Bad (huffman|Huffman) code).*stream|Could not find start of jpeg/',
    reason: SHORT_LINES,
  },
];
