import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { FormatEntry, OptionSchema, OptionValue, Quality } from '../../../client/index.ts';
import { convertAgain } from '../state/entries.ts';
import { type Entry, optionsOfEntry, titleOf } from '../state/entry.ts';
import { formatNamed } from '../state/formats.ts';
import { fill, numberText, say } from '../state/language.ts';
import { groupOptions, type OptionGroup } from '../state/option-groups.ts';
import { presetsFor } from '../state/presets.ts';
import { Dialog } from './dialog.tsx';
import { Field, OptionField } from './option-field.tsx';

/** The options of a target, as the service lists them, in groups with the most common first. */
export function OptionsDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const before = useRef(settingsText(entry.quality.value, entry.options.value));
  const close = () => {
    if (settingsText(entry.quality.value, entry.options.value) !== before.current) convertAgain(entry);
    onClose();
  };
  const target = formatNamed(entry.target.value);
  if (!target) return null;
  const options = optionsOfEntry(entry, target);
  return (
    <Dialog title={fill(say.value.optionsOf, { name: titleOf(entry) })} onClose={close}>
      <form method="dialog" class="options">
        <Presets entry={entry} options={options} />
        <QualityField entry={entry} />
        {groupOptions(options).map(([group, members], at) => (
          <Group key={group} name={group} entry={entry} target={target} options={members} first={at === 0} />
        ))}
        <div class="dialog-foot">
          <button
            type="button"
            class="button"
            onClick={() => {
              entry.options.value = {};
              entry.quality.value = 'medium';
            }}
          >
            {say.value.reset}
          </button>
          <button type="submit" class="button primary">
            {say.value.done}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

type NamedOptions = readonly (readonly [string, OptionSchema])[];

/** The presets, whose options can be changed afterwards. */
function Presets({ entry, options }: { entry: Entry; options: NamedOptions }) {
  const presets = presetsFor(options);
  if (presets.length === 0) return null;
  const now = settingsText(entry.quality.value, entry.options.value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like this
    <div class="presets" role="group" aria-label={say.value.presets}>
      {presets.map(({ name, quality, options: wanted }) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-pressed={now === settingsText(quality, wanted)}
          onClick={() => {
            entry.quality.value = quality;
            entry.options.value = wanted;
          }}
        >
          {say.value.preset[name]}
        </button>
      ))}
    </div>
  );
}

/** The settings as a text, for comparison. */
function settingsText(quality: Quality, options: Readonly<Record<string, OptionValue>>): string {
  return JSON.stringify([quality, Object.entries(options).sort(([a], [b]) => a.localeCompare(b))]);
}

function QualityField({ entry }: { entry: Entry }) {
  return (
    <Field label={say.value.quality}>
      {(id) => (
        <select
          id={id}
          value={entry.quality.value}
          onChange={({ currentTarget }) => (entry.quality.value = currentTarget.value as Quality)}
        >
          {(['low', 'medium', 'high'] as const).map((quality) => (
            <option key={quality} value={quality}>
              {say.value[quality]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface GroupProps {
  readonly name: OptionGroup;
  readonly entry: Entry;
  readonly target: FormatEntry;
  readonly options: NamedOptions;
  readonly first: boolean;
}

/** A group of options. The first one is open; so are those with options that are set. */
function Group({ name, entry, target, options, first }: GroupProps) {
  const count = options.filter(([option]) => entry.options.value[option] !== undefined).length;
  const open = useSignal(first || count > 0);
  const set = (option: string, value: OptionValue | undefined) => {
    const { [option]: _, ...others } = entry.options.value;
    entry.options.value = value === undefined ? others : { ...others, [option]: value };
  };
  return (
    <details class="option-group" open={open.value} onToggle={({ currentTarget }) => (open.value = currentTarget.open)}>
      <summary>
        {say.value.group[name]}
        {count > 0 && <span class="count">{numberText(count)}</span>}
      </summary>
      {open.value && (
        <div class="options">
          {options.map(([option, schema]) => (
            <OptionField
              key={option}
              name={option}
              target={target.format}
              schema={schema}
              value={entry.options.value[option]}
              onChange={(value) => set(option, value)}
            />
          ))}
        </div>
      )}
    </details>
  );
}
