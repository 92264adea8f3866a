import type { Entry, Stage } from '../state/entry.ts';
import { arrowText, fill, percentText, say, sizeText } from '../state/language.ts';
import { ComplaintText, Countdown } from './countdown.tsx';
import { Icon } from './icons.tsx';

/** The stage of a file, and its result or failure. */
export function Facts({ entry: { file, stage } }: { entry: Entry }) {
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
  if (now.name === 'done')
    return (
      <span class="facts done">
        <Icon name="check" />
        {line(resultFacts(file, now.file))}
      </span>
    );
  return <span class="facts">{line([sizeText(file.size), stageText(now)])}</span>;
}

function line(facts: readonly string[]): string {
  return facts.filter(Boolean).join('\u00a0· ');
}

function resultFacts(source: File, result: File): string[] {
  const change = result.size / source.size - 1;
  const text = fill(change < 0 ? say.value.smaller : say.value.larger, { percent: percentText(Math.abs(change)) });
  // A result of twice the size is another kind of file, not a worse one.
  return [
    `${sizeText(source.size)} ${arrowText()} ${sizeText(result.size)}`,
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

/** The progress bar of a file. */
export function Progress({ stage }: { stage: Stage }) {
  if (stage.name === 'uploading' || (stage.name === 'converting' && stage.percent > 0))
    return (
      <div class="progress" aria-hidden="true">
        <i data-stage={stage.name} style={{ inlineSize: `${stage.percent}%` }} />
      </div>
    );
  const moving = stage.name === 'converting' || stage.name === 'paused' || stage.name === 'fetching';
  return moving ? <div class="progress moving" aria-hidden="true" /> : null;
}
