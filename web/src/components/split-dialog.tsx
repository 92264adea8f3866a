import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { splitEntry } from '../state/convert.ts';
import type { Entry } from '../state/entry.ts';
import { say } from '../state/language.ts';
import { Dialog } from './dialog.tsx';
import { Field } from './option-field.tsx';

const WAYS = ['each', 'every', 'ranges', 'bookmarks'] as const;

type Way = (typeof WAYS)[number];

/** Asks where a PDF is split. */
export function SplitDialog({ files, onClose }: { files: readonly Entry[]; onClose: () => void }) {
  const chosen = useSignal(files[0]);
  const way = useSignal<Way>('each');
  const given = useSignal('');
  const name = useId();
  const texts = { each: 'splitEach', every: 'splitEvery', ranges: 'splitRanges', bookmarks: 'splitBookmarks' } as const;
  return (
    <Dialog title={say.value.split} onClose={onClose}>
      <form
        method="dialog"
        class="options"
        onSubmit={() => {
          if (chosen.value) splitEntry(chosen.value, splitText(way.value, given.value));
        }}
      >
        {files.length > 1 && <FileField files={files} onChoose={(entry) => (chosen.value = entry)} />}
        <fieldset class="ways">
          <legend>{say.value.splitHint}</legend>
          {WAYS.map((each) => (
            <label key={each} class="check">
              <input
                type="radio"
                name={name}
                checked={way.value === each}
                onChange={() => {
                  way.value = each;
                  given.value = '';
                }}
              />
              <span>{say.value[texts[each]]}</span>
            </label>
          ))}
        </fieldset>
        {way.value === 'every' && (
          <Field label={say.value.splitCount}>
            {(id) => (
              <input
                id={id}
                type="number"
                min="1"
                max="9999"
                required
                value={given.value}
                onInput={({ currentTarget }) => (given.value = currentTarget.value)}
              />
            )}
          </Field>
        )}
        {way.value === 'ranges' && (
          <Field label={say.value.splitPages}>
            {(id) => (
              <input
                id={id}
                type="text"
                dir="ltr"
                autoComplete="off"
                required
                pattern="[1-9]\d*(-([1-9]\d*)?)?(,[1-9]\d*(-([1-9]\d*)?)?)*"
                placeholder="1-3,4-"
                value={given.value}
                onInput={({ currentTarget }) => (given.value = currentTarget.value)}
              />
            )}
          </Field>
        )}
        <div class="dialog-foot">
          <button type="submit" class="button primary">
            {say.value.splitNow}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function FileField({ files, onChoose }: { files: readonly Entry[]; onChoose: (entry: Entry | undefined) => void }) {
  return (
    <Field label={say.value.files}>
      {(id) => (
        <select
          id={id}
          onChange={({ currentTarget }) => onChoose(files.find((entry) => `${entry.id}` === currentTarget.value))}
        >
          {files.map((entry) => (
            <option key={entry.id} value={entry.id}>
              {entry.file.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The value of the service's option `split`. */
function splitText(way: Way, given: string): string {
  if (way === 'every') return `every ${Number(given)}`;
  return way === 'ranges' ? given : way;
}
