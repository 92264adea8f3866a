import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { FormatEntry } from '../../../client/index.ts';
import { say } from '../state/language.ts';
import { formatText } from '../state/words.ts';
import { Icon } from './icons.tsx';

interface FormatPickerProps {
  /** What it is for, for who does not see where it stands. */
  readonly label: string;
  /** What it says while nothing is chosen. */
  readonly placeholder: string;
  readonly value: string;
  readonly targets: readonly FormatEntry[];
  readonly suggestions: readonly FormatEntry[];
  readonly disabled?: boolean;
  readonly onChoose: (format: string) => void;
}

interface Group {
  readonly name: string;
  readonly entries: readonly FormatEntry[];
}

/** A button that opens a list of formats which can be searched: a combobox with a listbox, by the keyboard too. */
export function FormatPicker({ label, placeholder, value, disabled, ...rest }: FormatPickerProps) {
  // The list that is open, by its number. One that learns late that it was closed must not close the next.
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
        <Choices
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

interface ChoicesProps extends Omit<FormatPickerProps, 'placeholder' | 'disabled'> {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

function Choices({ label, value, targets, suggestions, button, onChoose, onClose }: ChoicesProps) {
  const id = useId();
  const search = useSignal('');
  const active = useSignal(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const groups = groupsOf(targets, suggestions, search.value);
  const flat = groups.flatMap(({ entries }) => entries);
  useLayoutEffect(() => {
    if (dialog.current && button.current) open(dialog.current, button.current);
  }, []);
  useEffect(() => {
    dialog.current?.querySelector(`[data-index="${active.value}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active.value]);
  const choose = (entry: FormatEntry | undefined) => {
    if (!entry) return;
    onChoose(entry.format);
    dialog.current?.close();
  };
  const move = (to: number) => (active.value = Math.max(0, Math.min(to, flat.length - 1)));
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(active.value + 1),
    ArrowUp: () => move(active.value - 1),
    PageDown: () => move(active.value + 8),
    PageUp: () => move(active.value - 8),
    Enter: () => choose(flat[active.value]),
  };
  let index = -1;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the browser's
    <dialog
      ref={dialog}
      class="choices"
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <input
        type="text"
        inputMode="search"
        autoComplete="off"
        spellcheck={false}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={flat.length > 0 ? `${id}-${active.value}` : undefined}
        aria-label={say.value.search}
        placeholder={say.value.search}
        value={search.value}
        onInput={({ currentTarget }) => {
          search.value = currentTarget.value;
          active.value = 0;
        }}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (!act) return;
          event.preventDefault();
          act();
        }}
      />
      <div id={`${id}-list`} class="list" role="listbox" aria-label={label}>
        {groups.map(({ name, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, as the pattern of listboxes has it
          <div key={name} role="group" aria-label={name}>
            <div class="group-name" aria-hidden="true">
              {name}
            </div>
            {entries.map((entry) => {
              index += 1;
              const at = index;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works in the combobox above
                <div
                  key={entry.format}
                  id={`${id}-${at}`}
                  class="choice"
                  role="option"
                  tabIndex={-1}
                  data-index={at}
                  aria-selected={entry.format === value}
                  data-active={at === active.value}
                  onClick={() => choose(entry)}
                  onPointerMove={() => (active.value = at)}
                >
                  <b>{entry.format}</b>
                  <span>{formatText(entry)}</span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {flat.length === 0 && <p class="nothing">{say.value.noFormat}</p>}
    </dialog>
  );
}

/** How high the list is at most, in pixels: what is too low for it opens upwards. */
const HIGHEST = 430;

/** Opens the list at its button; on a phone the style sheet puts it at the foot. */
function open(dialog: HTMLDialogElement, button: HTMLButtonElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const isLow = bottom + HIGHEST > innerHeight && top > innerHeight - bottom;
  const set = (name: string, pixels: number) => dialog.style.setProperty(name, `${pixels}px`);
  if (isLow) set('--bottom', innerHeight - top + 6);
  else set('--top', bottom + 6);
  set('--room', (isLow ? top : innerHeight - bottom) - 18);
  set(document.dir === 'rtl' ? '--left' : '--right', document.dir === 'rtl' ? left : innerWidth - right);
  dialog.showModal();
  dialog.querySelector('input')?.focus();
}

/** What there is to choose from: while nothing is searched, what is often chosen comes first. */
function groupsOf(targets: readonly FormatEntry[], suggestions: readonly FormatEntry[], search: string): Group[] {
  const words = search.trim().toLowerCase().replace(/^\./, '');
  if (words === '') {
    const first = suggestions.length > 0 ? [{ name: say.value.suggested, entries: suggestions }] : [];
    return [...first, ...byCategory(targets)];
  }
  const found = targets
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
  return byCategory(found);
}

/** How well a format meets what is searched; 4 is not at all. */
function rankOf(entry: FormatEntry, words: string): number {
  const { format, extensions, description } = entry;
  if (format === words) return 0;
  if (extensions.some((name) => name.startsWith(words))) return 1;
  if (`${formatText(entry)} ${description}`.toLowerCase().includes(words)) return 2;
  return extensions.some((name) => name.includes(words)) ? 3 : 4;
}

function byCategory(entries: readonly FormatEntry[]): Group[] {
  const groups = new Map<string, FormatEntry[]>();
  for (const entry of entries) groups.set(entry.category, [...(groups.get(entry.category) ?? []), entry]);
  return [...groups].map(([category, members]) => ({
    name: say.value.category[category] ?? category,
    entries: members,
  }));
}
