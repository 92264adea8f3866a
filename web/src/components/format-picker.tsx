import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { type ChoicesProps, FormatChoices } from './format-choices.tsx';
import { Icon } from './icons.tsx';

interface FormatPickerProps extends Omit<ChoicesProps, 'button' | 'onClose'> {
  /** The text while nothing is chosen. */
  readonly placeholder: string;
  readonly disabled?: boolean;
}

/** A button that opens a list of formats. */
export function FormatPicker({ label, placeholder, value, disabled, ...rest }: FormatPickerProps) {
  // The number of the open list, so that a late close event does not close the next one.
  const open = useSignal(0);
  const last = useRef(0);
  const button = useRef<HTMLButtonElement>(null);
  const number = open.value;
  return (
    <div class="picker">
      <button
        ref={button}
        type="button"
        class={value ? 'button picked' : 'button'}
        aria-haspopup="dialog"
        aria-expanded={number > 0}
        aria-label={`${label} ${value || placeholder}`}
        disabled={disabled}
        onClick={() => {
          last.current += 1;
          open.value = last.current;
        }}
      >
        <span>{value || placeholder}</span>
        <Icon name="down" />
      </button>
      {number > 0 && (
        <FormatChoices
          key={number}
          label={label}
          value={value}
          button={button}
          onClose={() => {
            if (open.value === number) open.value = 0;
          }}
          {...rest}
        />
      )}
    </div>
  );
}
