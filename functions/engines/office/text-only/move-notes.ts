import { applyEdits, type Edit, tokensOf } from '../../markup.ts';

const CITATION = /<text:note-citation\b[^<>]*>([^<]*)</;
const CREATOR = /<dc:creator>([^<]*)</;

/** Makes footnotes of comments, labelled so that the numbers of other footnotes stay. */
export function commentsToNotes(xml: string): string {
  let count = 0;
  return replaceElements(xml, 'annotation', (comment) => {
    const label = `C${++count}`;
    const author = CREATOR.exec(comment)?.[1]?.trim();
    const prefix = `Comment${author ? ` by ${author}` : ''}: `;
    const body = beginWith(comment.slice(Math.max(0, comment.indexOf('<text:'))), prefix);
    return `<text:note text:note-class="footnote"><text:note-citation text:label="${label}">${label}</text:note-citation><text:note-body>${body}</text:note-body></text:note>`;
  });
}

/** Moves the notes of flat OpenDocument to its end. */
export function notesToEnd(xml: string): string {
  const notes: string[] = [];
  const without = replaceElements(xml, 'note', (note) => {
    const mark = `[${CITATION.exec(note)?.[1]?.trim() || notes.length + 1}]`;
    const start = note.indexOf('<text:note-body>');
    const body = start < 0 ? '' : note.slice(start + '<text:note-body>'.length, note.lastIndexOf('</text:note-body>'));
    notes.push(beginWith(body, `${mark} `));
    return mark;
  });
  const end = without.lastIndexOf('</office:text>');
  return notes.length === 0 || end < 0 ? xml : without.slice(0, end) + notes.join('') + without.slice(end);
}

/** Replaces all elements of a name by their changed content; nested ones are part of the outer. */
function replaceElements(xml: string, wanted: string, change: (content: string) => string): string {
  const edits: Edit[] = [];
  let [depth, from, inside] = [0, 0, 0];
  for (const { kind, name, start, end } of tokensOf(xml)) {
    if (name !== wanted || (kind === 'open' && xml[end - 2] === '/')) continue;
    if (kind === 'open' && ++depth === 1) [from, inside] = [start, end];
    else if (kind === 'close' && depth > 0 && --depth === 0)
      edits.push({ start: from, end, text: change(xml.slice(inside, start)) });
  }
  return applyEdits(xml, edits);
}

/** Puts words at the beginning of the first paragraph, or makes a paragraph of them. */
function beginWith(blocks: string, words: string): string {
  for (const { kind, name, end } of tokensOf(blocks))
    if (kind === 'open' && name === 'p' && blocks[end - 2] !== '/')
      return blocks.slice(0, end) + words + blocks.slice(end);
  return `<text:p>${words}</text:p>${blocks}`;
}
