/** What lies in the folders of a run of pages, on its way from one program to the next. */
export const FILES = {
  /** Words and their places, by pdftotext. */
  words: 'words.html',
  /** Looks of words, by pdftohtml. */
  styles: 'styles.xml',
  /** The pages without their text, by pdftohtml: ground001.png and so on. */
  ground: 'ground.html',
  /** All of that put together. */
  pages: 'pages.json',
} as const;

/** Units to a point in the file of looks; poppler knows no finer ones. */
export const SCALE = 3;
