import { hasFirstPage } from './first-page.tsx';

/** The largest text that is shown, in bytes. */
const LARGEST_TEXT = 200_000;

/** The types that all browsers show in an `img`, which runs no scripts of an SVG. */
const PICTURES = /^image\/(jpeg|png|apng|webp|gif|avif|bmp|svg\+xml|vnd\.microsoft\.icon)$/;
const TEXTS = /^(text\/|application\/(json|xml|yaml|toml|x-ndjson|geo\+json))/;

/** How a file can be shown, if it can. */
export function previewKind(file: File): 'picture' | 'sound' | 'video' | 'text' | 'page' | undefined {
  const { type, size } = file;
  if (isPicture(file)) return 'picture';
  if (type.startsWith('audio/') && canPlay('audio', type)) return 'sound';
  if (type.startsWith('video/') && canPlay('video', type)) return 'video';
  if (TEXTS.test(type) && size <= LARGEST_TEXT) return 'text';
  return hasFirstPage(file) ? 'page' : undefined;
}

/** Whether the browser can draw a file by itself. */
export function isPicture({ type }: Blob): boolean {
  return PICTURES.test(type);
}

function canPlay(tag: 'audio' | 'video', type: string): boolean {
  return document.createElement(tag).canPlayType(type) !== '';
}
