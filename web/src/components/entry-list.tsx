import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { convertEntries } from '../state/convert.ts';
import {
  busy,
  chooseTargetForAll,
  commonSuggestions,
  commonTargets,
  convertible,
  entries,
  joinable,
  queue,
  removeAll,
  results,
  splittable,
} from '../state/entries.ts';
import { fill, numberText, say } from '../state/language.ts';
import { saveZip } from '../state/save.ts';
import { EntryRow } from './entry-row.tsx';
import { FormatPicker } from './format-picker.tsx';
import { Icon } from './icons.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';

/** The list of files, with actions for all. */
export function EntryList() {
  if (entries.value.length === 0) return null;
  return (
    <section class="files" aria-labelledby="files-title">
      <h2 id="files-title" class="hidden">
        {say.value.files}
      </h2>
      <Tools />
      <ul class="rows">
        {entries.value.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <Foot />
    </section>
  );
}

/** The buttons to join and to split files. */
function Tools() {
  const several = entries.value.length > 1;
  return (
    <div class="tools">
      {joinable.value.length > 1 && (
        <DialogButton
          icon="join"
          text={say.value.join}
          dialog={(close) => <JoinDialog files={joinable.value.map(({ file }) => file)} onClose={close} />}
        />
      )}
      {splittable.value.length > 0 && (
        <DialogButton
          icon="split"
          text={say.value.split}
          dialog={(close) => <SplitDialog files={splittable.value} onClose={close} />}
        />
      )}
      {several && (
        <button type="button" class="button" onClick={removeAll}>
          <Icon name="trash" />
          {say.value.removeAll}
        </button>
      )}
      {several && <SetAll />}
    </div>
  );
}

function SetAll() {
  const chosen = useSignal('');
  return (
    <div class="set-all">
      <span aria-hidden="true">{say.value.setAll}</span>
      <FormatPicker
        label={say.value.setAll}
        placeholder={say.value.pick}
        value={chosen.value}
        targets={commonTargets.value}
        suggestions={commonSuggestions.value}
        onChoose={(format) => {
          chosen.value = format;
          chooseTargetForAll(format);
        }}
      />
    </div>
  );
}

/** The main buttons, which stay visible below a long list. */
function Foot() {
  const [waiting, made] = [convertible.value, results.value];
  const untried = waiting.some(({ stage }) => stage.value.name === 'chosen');
  const finished = made.length > 0 && !untried && !busy.value;
  if (finished && made.length < 2) return null;
  return (
    <div class="foot">
      {busy.value && queue.value.count > 1 && <QueueProgress />}
      {made.length > 1 && (
        <button type="button" class={finished ? 'button primary large' : 'button'} onClick={() => saveZip(made)}>
          <Icon name="zip" />
          {say.value.saveAll}
        </button>
      )}
      {!finished && (untried || !busy.value) && (
        <button
          type="button"
          class="button primary large"
          disabled={waiting.length === 0}
          onClick={() => convertEntries(waiting)}
        >
          {entries.value.length > 1 ? say.value.convertAll : say.value.convert}
          <Icon name="arrow" />
        </button>
      )}
    </div>
  );
}

/** The progress of all files. */
function QueueProgress() {
  const { done, count, part } = queue.value;
  const text = fill(say.value.progress, { done: numberText(done), count: numberText(count) });
  return (
    <div class="queue">
      <progress value={part} aria-label={text} />
      <span class="facts">{text}</span>
    </div>
  );
}

interface DialogButtonProps {
  readonly icon: 'join' | 'split';
  readonly text: string;
  readonly dialog: (close: () => void) => ComponentChild;
}

/** A button that opens a dialog. */
function DialogButton({ icon, text, dialog }: DialogButtonProps) {
  const open = useSignal(false);
  return (
    <>
      <button type="button" class="button" aria-haspopup="dialog" onClick={() => (open.value = true)}>
        <Icon name={icon} />
        {text}
      </button>
      {open.value && dialog(() => (open.value = false))}
    </>
  );
}
