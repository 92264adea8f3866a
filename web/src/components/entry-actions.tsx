import { useSignal } from '@preact/signals';
import { convertEntries } from '../state/convert.ts';
import { entries } from '../state/entries.ts';
import { type Entry, isRefused } from '../state/entry.ts';
import { fill, say } from '../state/language.ts';
import { saveFile } from '../state/save.ts';
import { Icon, IconButton } from './icons.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { previewKind } from './preview-kind.ts';

/** The actions of a file at its stage. */
export function Actions({ entry }: { entry: Entry }) {
  const { stage, target } = entry;
  const now = stage.value;
  return (
    <div class="row-actions">
      {now.name === 'chosen' && target.value !== '' && entries.value.length > 1 && (
        <button type="button" class="button" onClick={() => convertEntries([entry])}>
          {say.value.convert}
        </button>
      )}
      {now.name === 'failed' && target.value !== '' && !isRefused(entry) && (
        <button type="button" class="button" onClick={() => convertEntries([entry])}>
          <Icon name="retry" />
          {say.value.retry}
        </button>
      )}
      {now.name === 'done' && <Results entry={entry} result={now.file} />}
    </div>
  );
}

function Results({ entry: { file, options }, result }: { entry: Entry; result: File }) {
  const open = useSignal(false);
  return (
    <>
      {previewKind(result) && (
        <IconButton
          icon="eye"
          aria-haspopup="dialog"
          label={fill(say.value.previewName, { name: result.name })}
          title={say.value.preview}
          onClick={() => (open.value = true)}
        />
      )}
      <button
        type="button"
        class="button primary"
        aria-label={fill(say.value.saveName, { name: result.name })}
        onClick={() => saveFile(result, result.name)}
      >
        <Icon name="save" />
        {say.value.save}
      </button>
      {open.value && (
        <PreviewDialog
          source={file}
          result={result}
          password={options.value.encrypt_password}
          onClose={() => (open.value = false)}
        />
      )}
    </>
  );
}
