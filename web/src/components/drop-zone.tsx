import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { addFiles, entries } from '../state/entries.ts';
import { formats } from '../state/formats.ts';
import { fill, numberText, say } from '../state/language.ts';
import { Icon } from './icons.tsx';

/** Where files come in: dropped anywhere, pasted, or chosen. */
export function DropZone() {
  const input = useRef<HTMLInputElement>(null);
  const over = useSignal(false);
  useEffect(() => takeFilesOfPage((isOver) => (over.value = isOver)), []);
  const count = formats.value ? numberText(formats.value.length) : '…';
  const isEmpty = entries.value.length === 0;
  return (
    <section class={isEmpty ? 'drop-zone' : 'drop-zone compact'} data-over={over.value}>
      {isEmpty && (
        <>
          <div class="drop-art" aria-hidden="true">
            <span data-category="image">jpg</span>
            <span data-category="document">pdf</span>
            <span data-category="audio">mp3</span>
            <span data-category="video">mp4</span>
          </div>
          <p class="drop-title">{say.value.drop}</p>
        </>
      )}
      <button type="button" class="button primary large" onClick={() => input.current?.click()}>
        <Icon name={isEmpty ? 'upload' : 'add'} />
        {isEmpty ? say.value.choose : say.value.addMore}
      </button>
      {isEmpty && (
        <>
          <p class="hint">{say.value.pasteHint}</p>
          <p class="lead">{fill(say.value.lead, { count })}</p>
        </>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          add(currentTarget.files);
          currentTarget.value = ''; // so that the same file can be chosen again
        }}
      />
      {over.value && (
        <div class="drop-cover" aria-hidden="true">
          {say.value.dropNow}
        </div>
      )}
    </section>
  );
}

function add(files: FileList | undefined | null): void {
  if (files && files.length > 0) addFiles(files, say.value);
}

/** Takes what is dropped or pasted anywhere on the page. @returns what stops it */
function takeFilesOfPage(tellOver: (isOver: boolean) => void): () => void {
  const stop = new AbortController();
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const on = <K extends keyof WindowEventMap>(name: K, listener: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(name, listener, { signal: stop.signal });
  on('dragover', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    tellOver(true);
  });
  on('dragleave', (event) => {
    if (!event.relatedTarget) tellOver(false);
  });
  on('drop', (event) => {
    tellOver(false);
    if (!holdsFiles(event)) return;
    event.preventDefault();
    add(event.dataTransfer?.files);
  });
  on('paste', (event) => add(event.clipboardData?.files));
  return () => stop.abort();
}
