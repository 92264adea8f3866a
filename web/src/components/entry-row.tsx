import { useSignal } from '@preact/signals';
import { cancel, convertEntries } from '../state/convert.ts';
import { chooseTarget, type Entry, entries, isRefused, isRunning, removeEntry, type Stage } from '../state/entries.ts';
import { formatNamed, optionsOf, suggestionsFor, targetsOf } from '../state/formats.ts';
import { fill, LANGUAGES, language, numberText, percentText, say, sizeText } from '../state/language.ts';
import { saveFile } from '../state/save.ts';
import { ComplaintText, Countdown } from './countdown.tsx';
import { FormatPicker } from './format-picker.tsx';
import { FileIcon, Icon } from './icons.tsx';
import { OptionsDialog } from './options-dialog.tsx';
import { PreviewDialog, previewKind } from './preview-dialog.tsx';

/** A file of the list: what it is, what it is to become, how far it is, what came of it. */
export function EntryRow({ entry }: { entry: Entry }) {
  const { title, source, target, stage } = entry;
  const running = isRunning(entry);
  return (
    <li class="row" data-stage={stage.value.name}>
      <FileIcon format={source.value?.format ?? '?'} category={source.value?.category ?? 'unknown'} />
      <div class="row-name">
        <b title={title}>
          <bdi>{title}</bdi>
        </b>
        <Facts entry={entry} />
      </div>
      <div class="row-target">
        {!isRefused(entry) && (
          <>
            <Icon name="arrow" />
            <FormatPicker
              label={fill(say.value.convertName, { name: title })}
              placeholder={say.value.pick}
              value={target.value}
              targets={targetsOf(source.value)}
              suggestions={suggestionsFor(source.value)}
              disabled={running}
              onChoose={(format) => chooseTarget(entry, format)}
            />
            <OptionsButton entry={entry} disabled={running} />
          </>
        )}
      </div>
      <Actions entry={entry} />
      {!running && (
        <button
          type="button"
          class="button icon-only row-remove"
          aria-label={fill(say.value.remove, { name: title })}
          onClick={() => removeEntry(entry)}
        >
          <Icon name="close" />
        </button>
      )}
      <Progress stage={stage.value} />
    </li>
  );
}

function Facts({ entry }: { entry: Entry }) {
  const { file, stage } = entry;
  const now = stage.value;
  if (now.name === 'failed')
    return (
      <span class="facts failed" role="alert">
        <Icon name="warning" />
        <ComplaintText complaint={now} />
      </span>
    );
  if (now.name === 'paused')
    return (
      <span class="facts">
        <Countdown until={now.until} text={say.value.goesOnIn} />
      </span>
    );
  const facts = now.name === 'done' ? resultFacts(file, now.file) : [sizeText(file.size), stageText(now)];
  return <span class="facts">{facts.filter(Boolean).join('\u00a0· ')}</span>;
}

function resultFacts(source: File, result: File): string[] {
  const change = result.size / source.size - 1;
  const text = fill(change < 0 ? say.value.smaller : say.value.larger, { percent: percentText(Math.abs(change)) });
  // Twice as large is another kind of file, not a worse one.
  const arrow = LANGUAGES[language.value].direction === 'rtl' ? '←' : '→';
  return [
    `${sizeText(source.size)} ${arrow} ${sizeText(result.size)}`,
    ...(Math.abs(change) >= 0.01 && change < 1 ? [text] : []),
  ];
}

function stageText(stage: Stage): string {
  if (stage.name === 'waiting') return say.value.waiting;
  if (stage.name === 'uploading') return fill(say.value.uploading, { percent: percentText(stage.percent / 100) });
  if (stage.name === 'converting')
    return fill(say.value.converting, { percent: stage.percent > 0 ? percentText(stage.percent / 100) : '…' });
  return stage.name === 'fetching' ? say.value.fetching : '';
}

function OptionsButton({ entry, disabled }: { entry: Entry; disabled: boolean }) {
  const open = useSignal(false);
  const target = formatNamed(entry.target.value);
  const count = Object.keys(entry.options.value).length + (entry.quality.value === 'medium' ? 0 : 1);
  const label = fill(say.value.optionsOf, { name: entry.title });
  const hasOptions = target && optionsOf(target, entry.source.value).length > 0;
  return (
    <>
      <button
        type="button"
        class="button icon-only"
        aria-haspopup="dialog"
        aria-label={`${label}${count > 0 ? ` (${numberText(count)})` : ''}`}
        title={say.value.options}
        disabled={disabled || !target}
        data-empty={!hasOptions}
        data-count={count > 0 ? numberText(count) : undefined}
        onClick={() => (open.value = true)}
      >
        <Icon name="sliders" />
      </button>
      {open.value && <OptionsDialog entry={entry} onClose={() => (open.value = false)} />}
    </>
  );
}

function Actions({ entry }: { entry: Entry }) {
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
      {isRunning(entry) && (
        <button type="button" class="button" onClick={() => cancel(entry)}>
          {say.value.cancel}
        </button>
      )}
    </div>
  );
}

function Results({ entry: { file, options }, result }: { entry: Entry; result: File }) {
  const open = useSignal(false);
  return (
    <>
      {previewKind(result) && (
        <button
          type="button"
          class="button icon-only"
          aria-haspopup="dialog"
          aria-label={fill(say.value.previewName, { name: result.name })}
          title={say.value.preview}
          onClick={() => (open.value = true)}
        >
          <Icon name="eye" />
        </button>
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

function Progress({ stage }: { stage: Stage }) {
  if (stage.name === 'uploading' || (stage.name === 'converting' && stage.percent > 0))
    return (
      <div class="progress" aria-hidden="true">
        <i data-stage={stage.name} style={{ inlineSize: `${stage.percent}%` }} />
      </div>
    );
  const moving = stage.name === 'converting' || stage.name === 'paused' || stage.name === 'fetching';
  return moving ? <div class="progress moving" aria-hidden="true" /> : null;
}
