import { cancel } from '../state/convert.ts';
import { chooseAndRemember, removeEntry } from '../state/entries.ts';
import { type Entry, isJoined, isRefused, isRunning, titleOf } from '../state/entry.ts';
import { suggestionsFor, targetsOf } from '../state/formats.ts';
import { fill, say } from '../state/language.ts';
import { Actions } from './entry-actions.tsx';
import { Facts, Progress } from './entry-facts.tsx';
import { FormatPicker } from './format-picker.tsx';
import { Icon, IconButton } from './icons.tsx';
import { OptionsButton } from './options-button.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** A row of the list: the file, its target, its stage and its actions. */
export function EntryRow({ entry }: { entry: Entry }) {
  const { joined, stage } = entry;
  const title = titleOf(entry);
  return (
    <li class="row" data-stage={stage.value.name}>
      <Thumbnail file={entry.file} format={entry.source.value} />
      <div class="row-name">
        <b title={title}>
          <bdi>{title}</bdi>
        </b>
        {isJoined(entry) && (
          <span class="facts names" title={joined.join('\n')}>
            {joined.join(', ')}
          </span>
        )}
        <Facts entry={entry} />
      </div>
      <div class="row-target">{!isRefused(entry) && <Target entry={entry} />}</div>
      <Actions entry={entry} />
      <CloseButton entry={entry} />
      <Progress stage={stage.value} />
    </li>
  );
}

/** The target of a file; joined files become a PDF. */
function Target({ entry }: { entry: Entry }) {
  const { source, target } = entry;
  const running = isRunning(entry);
  return (
    <>
      {!isJoined(entry) && (
        <>
          <Icon name="arrow" />
          <FormatPicker
            label={fill(say.value.convertName, { name: titleOf(entry) })}
            placeholder={say.value.pick}
            value={target.value}
            targets={targetsOf(source.value)}
            suggestions={suggestionsFor(source.value)}
            disabled={running}
            onChoose={(format) => chooseAndRemember(entry, format)}
          />
        </>
      )}
      <OptionsButton entry={entry} disabled={running} />
    </>
  );
}

/** Cancels a running conversion; otherwise removes the file from the list. */
function CloseButton({ entry }: { entry: Entry }) {
  const running = isRunning(entry);
  const label = fill(running ? say.value.cancelName : say.value.remove, { name: titleOf(entry) });
  return (
    <IconButton
      icon="close"
      class="row-close"
      label={label}
      title={running ? say.value.cancel : undefined}
      onClick={() => (running ? cancel(entry) : removeEntry(entry))}
    />
  );
}
