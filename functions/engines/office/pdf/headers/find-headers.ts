import type { Divider } from '../graphics/find-dividers.ts';
import type { Page, Run as TextRun } from '../page.ts';
import { compareHeaders, isSameDivider, type NumberKind, numbersIn, withFields } from './compare-headers.ts';
import { edgeOfPage } from './edge-of-page.ts';
import type { BarePage, Edge, Header, Headers } from './header.ts';
import { repeatedPictures } from './join-pictures.ts';

/** How many pages have a header in common at least, and where odd and even pages have their own. */
const LEAST = 2;
const LEAST_OF_TWO = 4;
/** How many are numbered at least where the number is not that of the page in the file. */
const LEAST_NUMBERED = 3;

/** Pages from `start` to before `end`, which have a header or footer in common. */
interface Group {
  readonly start: number;
  readonly end: number;
  readonly headers: Headers;
  /** How much larger the numbers are that pages have than those in the file, where they have any. */
  readonly shift?: number;
}

/** Takes the headers and footers out of pages that follow each other and have them in common. */
export function findHeaders(pages: readonly Page[]): BarePage[] {
  const repeated = repeatedPictures(pages);
  const edges = pages.map((page) => ({
    header: edgeOfPage(page, 'header', repeated),
    footer: edgeOfPage(page, 'footer', repeated),
  }));
  const footers = groupsOf(edges.map(({ footer }) => footer));
  const headers = groupsOf(edges.map(({ header }) => header)).filter((group) =>
    footers.every((other) => !overlap(group, other) || isOneShift(group, other)),
  );
  let next = 1;
  return pages.map((page, index): BarePage => {
    const [header, footer] = [headers, footers].map((groups) =>
      groups.find(({ start, end }) => index >= start && index < end),
    );
    const shift = header?.shift ?? footer?.shift;
    const number = shift === undefined ? next : index + 1 + shift;
    const isNew = number !== next;
    next = number + 1;
    const without = (bare: Page, edge: Edge, group?: Group) => {
      const own = group && edges[index]?.[edge];
      return own ? withoutHeader(bare, own, group.headers) : bare;
    };
    const [above, below] = [
      header?.headers ?? emptyBehind(headers, index),
      footer?.headers ?? emptyBehind(footers, index),
    ];
    return {
      page: without(without(page, 'header', header), 'footer', footer),
      ...(above && { header: above }),
      ...(below && { footer: below }),
      ...(isNew && { number }),
    };
  });
}

const EMPTY: Headers = { odd: { lines: [], dividers: [], pictures: [] } };

/** Word gives pages without a header of their own that of the pages before. */
const emptyBehind = (groups: readonly Group[], index: number) =>
  groups.some(({ end }) => end <= index) ? EMPTY : undefined;

const overlap = (a: Group, b: Group) => a.start < b.end && b.start < a.end;
const isOneShift = (a: Group, b: Group) => a.shift === undefined || b.shift === undefined || a.shift === b.shift;

/** A page without its header or footer, which is that of a group. */
function withoutHeader(page: Page, own: Header, { odd, even }: Headers): Page {
  const [lines, pictures] = [new Set(own.lines), new Set(own.pictures)];
  const common = [...odd.dividers, ...(even?.dividers ?? [])];
  return {
    ...page,
    lines: page.lines.filter((line) => !lines.has(line)),
    pictures: page.pictures.filter((picture) => !pictures.has(picture)),
    dividers: (page.dividers ?? []).filter(
      (divider) => !own.dividers.includes(divider) || !common.some((other) => isSameDivider(divider, other)),
    ),
  };
}

function groupsOf(edges: readonly (Header | undefined)[]): Group[] {
  const groups: Group[] = [];
  for (let start = 0; start < edges.length; ) {
    const runs = [runAt(edges, start, 1), runAt(edges, start, 2)].flatMap((run) => run ?? []);
    const [run] = runs.sort((a, b) => b.end - a.end);
    const group = run && groupOf(edges, run);
    if (group) groups.push(group);
    // Pages whose numbers are those of no pages are not compared again.
    start = run?.end ?? start + 1;
  }
  return groups;
}

/** Pages whose headers are alike. */
interface Run {
  readonly start: number;
  readonly end: number;
  /** After how many pages a header comes again: where it is 2, odd and even pages have their own. */
  readonly step: 1 | 2;
  /** What the numbers are in the header of the first page, and of the second if it has its own. */
  readonly kinds: readonly (readonly NumberKind[])[];
}

/** The pages whose headers are like those of the page at an index. */
function runAt(edges: readonly (Header | undefined)[], start: number, step: 1 | 2): Run | undefined {
  const kinds: (readonly NumberKind[])[] = [];
  let end = start + step;
  for (; end < edges.length; end++) {
    const lane = (end - start) % step;
    const [first, edge] = [edges[start + lane], edges[end]];
    const compared = first && edge && compareHeaders(first, edge, end - start - lane);
    kinds[lane] ??= compared ?? [];
    if (!compared || compared.join() !== kinds[lane].join()) break;
  }
  return end - start < (step === 1 ? LEAST : LEAST_OF_TWO) ? undefined : { start, end, step, kinds };
}

/** The header that pages have in common, unless their numbers are not those of pages. */
function groupOf(edges: readonly (Header | undefined)[], { start, end, step, kinds }: Run): Group | undefined {
  const shifts = kinds.flatMap((of, lane) => {
    const numbers = numbersIn(edges[start + lane] ?? EMPTY.odd);
    return numbers.flatMap((number, at) => (of[at] === 'page' ? Number(number) - (start + lane + 1) : []));
  });
  const [shift] = shifts;
  if (shifts.some((other) => other !== shift) || (shift && end - start < LEAST_NUMBERED)) return undefined;
  const lanes = kinds.map((of, lane): Header | undefined => {
    const same = edges.slice(start, end).flatMap((edge, at) => (edge && at % step === lane ? edge : []));
    // The longest number is on the last page: a header that has room for it has room for all.
    const last = same.at(-1);
    const lines = last && withFields(last.lines, fieldsOf(last, of, edges.length));
    const dividers = last?.dividers.filter((divider) => same.every((edge) => has(edge, divider))) ?? [];
    return lines && { ...last, lines, dividers };
  });
  const [odd, even] = start % 2 === 0 ? lanes : lanes.toReversed();
  if (!odd || (step === 2 && !even)) return undefined;
  return { start, end, headers: { odd, ...(even && { even }) }, ...(shift !== undefined && { shift }) };
}

/** The fields of a header: page numbers, and the count of pages behind one. */
function fieldsOf(header: Header, kinds: readonly NumberKind[], count: number): TextRun['field'][] {
  return numbersIn(header).map((number, at) => {
    if (kinds[at] === 'page') return 'page';
    return kinds[at - 1] === 'page' && Number(number) === count ? 'count' : undefined;
  });
}

const has = ({ dividers }: Header, divider: Divider) => dividers.some((other) => isSameDivider(divider, other));
