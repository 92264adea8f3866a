import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { addFiles, entries } from '../state/entries.ts';
import { formatNamed, formats } from '../state/formats.ts';
import { fill, numberText, pairTitle, say } from '../state/language.ts';
import { pair } from '../state/pair.ts';
import { Icon } from './icons.tsx';

/** The formats of the icons in the drop zone. */
const ART = ['jpg', 'pdf', 'mp3', 'mp4'];

/** Accepts files: dropped anywhere on the page, pasted, or chosen. */
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
            {(pair ?? ART).map((name) => (
              <span key={name} data-category={formatNamed(name)?.category}>
                {name}
              </span>
            ))}
          </div>
          {pair && <h2 class="drop-title">{pairTitle(pair)}</h2>}
          <p class={pair ? 'hint mouse-only' : 'drop-title mouse-only'}>{say.value.drop}</p>
          {!pair && (
            <p class="drop-title touch-only" aria-hidden="true">
              {say.value.title}
            </p>
          )}
        </>
      )}
      <button type="button" class={isEmpty ? 'button primary large' : 'button'} onClick={() => input.current?.click()}>
        <Icon name={isEmpty ? 'upload' : 'add'} />
        {isEmpty ? say.value.choose : say.value.addMore}
      </button>
      {isEmpty && (
        <>
          <p class="hint">
            <span class="mouse-only">{say.value.paste}</span> {say.value.largest}
          </p>
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
  if (files && files.length > 0) addFiles(files);
}

/** Accepts files that are dropped or pasted anywhere on the page. @returns removes the listeners */
function takeFilesOfPage(onDragOver: (isOver: boolean) => void): () => void {
  const stop = new AbortController();
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const on = <K extends keyof WindowEventMap>(name: K, listener: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(name, listener, { signal: stop.signal });
  on('dragover', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    onDragOver(true);
  });
  on('dragleave', (event) => {
    if (!event.relatedTarget) onDragOver(false);
  });
  on('drop', (event) => {
    onDragOver(false);
    if (!holdsFiles(event)) return;
    event.preventDefault();
    add(event.dataTransfer?.files);
  });
  on('paste', (event) => add(event.clipboardData?.files));
  return () => stop.abort();
}
