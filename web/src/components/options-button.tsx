import { useSignal } from '@preact/signals';
import { type Entry, titleOf } from '../state/entry.ts';
import { formatNamed } from '../state/formats.ts';
import { fill, numberText, say } from '../state/language.ts';
import { IconButton } from './icons.tsx';
import { OptionsDialog } from './options-dialog.tsx';

/** Opens the options of a file, and shows how many are set. */
export function OptionsButton({ entry, disabled }: { entry: Entry; disabled: boolean }) {
  const open = useSignal(false);
  const target = formatNamed(entry.target.value);
  const count = Object.keys(entry.options.value).length + (entry.quality.value === 'medium' ? 0 : 1);
  const label = fill(say.value.optionsOf, { name: titleOf(entry) });
  return (
    <>
      <IconButton
        icon="sliders"
        aria-haspopup="dialog"
        label={`${label}${count > 0 ? ` (${numberText(count)})` : ''}`}
        title={say.value.options}
        disabled={disabled || !target}
        data-count={count > 0 ? numberText(count) : undefined}
        onClick={() => (open.value = true)}
      />
      {open.value && <OptionsDialog entry={entry} onClose={() => (open.value = false)} />}
    </>
  );
}
