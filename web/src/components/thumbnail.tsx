import { useSignal } from '@preact/signals';
import type { FormatEntry } from '../../../client/index.ts';
import { FileIcon } from './icons.tsx';
import { useObjectUrl } from './object-url.ts';
import { isPicture } from './preview-kind.ts';

/** The largest picture that is decoded for its thumbnail, in bytes: a phone has little memory. */
const LARGEST_PICTURE = 15_000_000;

/** The thumbnail of a file: the picture itself, where the browser can show it, or an icon. */
export function Thumbnail({ file, format }: { file: File; format: FormatEntry | undefined }) {
  const drawn = useSignal(isPicture(file) && file.size > 0 && file.size <= LARGEST_PICTURE);
  if (drawn.value) return <Picture file={file} onError={() => (drawn.value = false)} />;
  return <FileIcon format={format?.format ?? '?'} category={format?.category ?? 'unknown'} />;
}

function Picture({ file, onError }: { file: File; onError: () => void }) {
  const url = useObjectUrl(file);
  return <img class="file-icon checkered" src={url} alt="" decoding="async" loading="lazy" onError={onError} />;
}
