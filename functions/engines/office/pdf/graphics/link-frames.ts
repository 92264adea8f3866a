import { type Box, isMiddleIn } from '../page.ts';
import type { Rule, Rules } from './find-rules.ts';

/** How far the rules of a frame are from each other's ends, and from the words in it, in points. */
const NEAR = 2;
/** How much higher a frame is than the words in it. */
const HIGHER = 1.8;
/** The most frames below each other that touch. */
const MOST_STACKED = 12;
/** How near to a frame a word is with which the line goes on, by its height. */
const GOES_ON = 0.6;
/** The bound on comparisons, above which rules stay as they are. */
const MOST_WORK = 20_000_000;

/** How much of a rule is of such frames, where it is one of theirs. */
const MOSTLY = 0.8;

/** Rules without the frames that are drawn around links in a line of text, as TeX does: they are of no table. */
export function withoutLinkFrames({ across, down }: Rules, words: readonly Box[]): Rules {
  const frames = framesOf(down);
  if (frames.length * (words.length + down.length + across.length) > MOST_WORK) return { across, down };
  const links = frames.flatMap((frame) => linksIn(frame, words, across));
  const isOf = (rule: Rule, sides: (link: Box) => readonly [edges: readonly number[], from: number, to: number]) => {
    const covered = links.reduce((sum, link) => {
      const [edges, from, to] = sides(link);
      const met = edges.some((edge) => Math.abs(edge - rule.at) < NEAR);
      return met ? sum + Math.max(0, Math.min(to, rule.to) - Math.max(from, rule.from)) : sum;
    }, 0);
    return covered >= MOSTLY * (rule.to - rule.from);
  };
  if (links.length === 0) return { across, down };
  return {
    across: across.filter((rule) => !isOf(rule, ({ left, right, top, bottom }) => [[top, bottom], left, right])),
    down: down.filter((rule) => !isOf(rule, ({ left, right, top, bottom }) => [[left, right], top, bottom])),
  };
}

/** The boxes between rules of the same height beside each other. */
function framesOf(down: readonly Rule[]): Box[] {
  const frames: Box[] = [];
  const before = new Map<string, Rule>();
  for (const rule of [...down].sort((a, b) => a.at - b.at)) {
    const key = `${Math.round(rule.from / NEAR)} ${Math.round(rule.to / NEAR)}`;
    const last = before.get(key);
    if (last) frames.push({ left: last.at, right: rule.at, top: rule.from, bottom: rule.to });
    before.set(key, rule);
  }
  return frames;
}

/** The link in a frame, or those in frames below each other that look like one, with the whole. */
function linksIn(frame: Box, words: readonly Box[], across: readonly Rule[]): Box[] {
  if (isLink(frame, words)) return [frame];
  const { left, right } = frame;
  // The rules of a table go on beside a cell; it may be one of them that is above or below a link.
  const isClosed = [frame.top, frame.bottom].some((edge) =>
    across.some(
      ({ at, from, to }) => Math.max(Math.abs(at - edge), Math.abs(from - left) / 2, Math.abs(to - right) / 2) < NEAR,
    ),
  );
  if (!isClosed) return [];
  const stacked = words.filter((word) => isMiddleIn(word, frame));
  const height = stacked.reduce((sum, { top, bottom }) => sum + bottom - top, 0);
  if (stacked.length > MOST_STACKED || frame.bottom - frame.top > HIGHER * height) return [];
  const links = stacked.map(({ top, bottom }) => ({ left, right, top, bottom }));
  return links.every((link) => isLink(link, words)) ? [frame, ...links] : [];
}

/** Whether words fill a box, and their line goes on beside it. */
function isLink(frame: Box, words: readonly Box[]): boolean {
  const level = words.filter(({ top, bottom }) => (top + bottom) / 2 > frame.top && (top + bottom) / 2 < frame.bottom);
  // A bracket or full stop beside a link is of its word, and outside of its frame.
  const inside = level.filter(({ left, right, top, bottom }) => {
    const beside = Math.max(NEAR, GOES_ON * (bottom - top));
    const [least, most] = [Math.max(left, frame.left), Math.min(right, frame.right)];
    return most - least > (right - left) / 2 && left > frame.left - beside && right < frame.right + beside;
  });
  const height = Math.max(...inside.map(({ top, bottom }) => bottom - top));
  if (inside.length === 0 || frame.bottom - frame.top > HIGHER * height) return false;
  const [left, right] = [Math.min(...inside.map((word) => word.left)), Math.max(...inside.map((word) => word.right))];
  if (left - frame.left > 2 * NEAR || frame.right - right > 2 * NEAR) return false;
  return level.some((word) => {
    const gap = Math.max(frame.left - word.right, word.left - frame.right);
    return gap > -NEAR && gap < GOES_ON * height;
  });
}
