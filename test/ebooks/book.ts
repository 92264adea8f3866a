import { committed } from '../support/committed.ts';

/** The metadata and the content of the book of these tests. */
export const BOOK = {
  title: 'Über Grenzen',
  author: 'Ada Lovelace',
  language: 'de',
  chapters: ['Erster Aufbruch', 'Zweite Heimkehr'],
  words: ['Kranichflug', 'Geländer', 'Kiefer', 'Lärche'],
} as const;

/** A book or a part of one, of ours: see the README beside them. */
export const book = (name: string): Buffer => committed(`ebooks/files/${name}`);
