import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OptionValue } from '../../../client/index.ts';
import { fill, say, sizeText } from '../state/language.ts';
import { saveFile } from '../state/save.ts';
import { Dialog } from './dialog.tsx';
import { FirstPage } from './first-page.tsx';
import { Icon } from './icons.tsx';
import { useObjectUrl } from './object-url.ts';
import { isPicture, previewKind } from './preview-kind.ts';

interface PreviewDialogProps {
  readonly source: File;
  readonly result: File;
  /** The password of a protected result. */
  readonly password: OptionValue | undefined;
  readonly onClose: () => void;
}

/** The preview of a result, for pictures in comparison with the source. A result is never rendered as a web page. */
export function PreviewDialog({ source, result, password, onClose }: PreviewDialogProps) {
  const url = useObjectUrl(result);
  const kind = previewKind(result);
  const both = kind === 'picture' && isPicture(source);
  return (
    <Dialog wide title={fill(say.value.previewName, { name: result.name })} onClose={onClose}>
      {both && <Comparison source={source} result={result} />}
      {kind === 'picture' && !both && <img class="preview" src={url} alt={result.name} />}
      {/* biome-ignore lint/a11y/useMediaCaption: what clients convert has the captions that it has */}
      {kind === 'sound' && <audio class="preview" src={url} controls />}
      {/* biome-ignore lint/a11y/useMediaCaption: what clients convert has the captions that it has */}
      {kind === 'video' && <video class="preview" src={url} controls />}
      {kind === 'text' && <TextPreview file={result} />}
      {kind === 'page' && <FirstPage file={result} password={password} />}
      <div class="dialog-foot">
        <button type="button" class="button primary" onClick={() => saveFile(result, result.name)}>
          <Icon name="save" />
          {say.value.save}
        </button>
      </div>
    </Dialog>
  );
}

/** A comparison slider: two pictures over each other, with a movable edge. */
function Comparison({ source, result }: { source: File; result: File }) {
  const [before, after] = [useObjectUrl(source), useObjectUrl(result)];
  const edge = useSignal(50);
  return (
    <div class="comparison" dir="ltr">
      <div class="comparison-pictures checkered" style={{ '--edge': `${edge.value}%` }}>
        <img src={after} alt={say.value.after} />
        <img class="comparison-before" src={before} alt={say.value.before} />
        <span class="comparison-edge" aria-hidden="true" />
        <input
          type="range"
          min="0"
          max="100"
          value={edge.value}
          aria-label={say.value.compare}
          onInput={({ currentTarget }) => (edge.value = Number(currentTarget.value))}
        />
      </div>
      <div class="comparison-labels">
        <span>
          {say.value.before} <small>{sizeText(source.size)}</small>
        </span>
        <span>
          {say.value.after} <small>{sizeText(result.size)}</small>
        </span>
      </div>
    </div>
  );
}

function TextPreview({ file }: { file: File }) {
  const text = useSignal('');
  useEffect(() => {
    file.text().then((content) => (text.value = content));
  }, [file]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element needs the focus of the keyboard
    <pre class="preview text" tabIndex={0}>
      {text.value}
    </pre>
  );
}
