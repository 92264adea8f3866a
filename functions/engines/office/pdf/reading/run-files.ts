/** The intermediate files of a run of pages. */
export const FILES = {
  /** Words with their boxes, by pdftotext. */
  words: 'words.html',
  /** The fonts of words, by pdftohtml. */
  styles: 'styles.xml',
  /** The pages without their text, by pdftohtml: ground001.png and so on. */
  ground: 'ground.html',
  /** The combined pages. */
  pages: 'pages.json',
} as const;

/** Units per point in the output of pdftohtml, which has no finer ones. */
export const SCALE = 3;
