import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { FormatEntry } from '../../../client/index.ts';
import { groupsOf } from '../state/format-groups.ts';
import { say } from '../state/language.ts';
import { formatText } from '../state/words.ts';

export interface ChoicesProps {
  /** The accessible name. */
  readonly label: string;
  readonly value: string;
  readonly targets: readonly FormatEntry[];
  readonly suggestions: readonly FormatEntry[];
  readonly onChoose: (format: string) => void;
  /** The button at which it opens. */
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** A list of formats that can be searched: a combobox with a listbox, by the keyboard too. */
export function FormatChoices({ label, value, targets, suggestions, button, onChoose, onClose }: ChoicesProps) {
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
          // biome-ignore lint/a11y/useSemanticElements: a group of options, as in the ARIA pattern of listboxes
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

/** The largest height of the list, in pixels: it opens upwards where there is less room below. */
const HIGHEST = 430;

/** Opens the list at its button; on a phone the style sheet places it at the bottom. */
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
