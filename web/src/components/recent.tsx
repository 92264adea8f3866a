import type { ListedConversion } from '../../../client/index.ts';
import { formatNamed } from '../state/formats.ts';
import { arrowText, fill, say, sizeText, timeText } from '../state/language.ts';
import {
  closeRecent,
  complaint,
  deleteRecent,
  hasMore,
  openRecent,
  recent,
  saveRecent,
  showMore,
} from '../state/recent.ts';
import { ComplaintText } from './countdown.tsx';
import { FileIcon, Icon, IconButton } from './icons.tsx';

/** The recent conversions of the account, to download or delete; loaded when it is opened. */
export function Recent() {
  return (
    <details
      class="recent"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) openRecent();
        else closeRecent();
      }}
    >
      <summary>
        <Icon name="down" />
        {say.value.recent}
      </summary>
      {complaint.value && (
        <p class="facts failed" role="alert">
          <Icon name="warning" />
          <ComplaintText complaint={complaint.value} />
        </p>
      )}
      {recent.value?.length === 0 && <p class="facts">{say.value.noRecent}</p>}
      <ul class="recent-rows">
        {recent.value?.map((conversion) => (
          <RecentRow key={conversion.conversion_id} conversion={conversion} />
        ))}
      </ul>
      {recent.value && (
        <div class="toolbar">
          <button type="button" class="button" onClick={openRecent}>
            <Icon name="retry" />
            {say.value.refresh}
          </button>
          {hasMore.value && (
            <button type="button" class="button" onClick={showMore}>
              {say.value.showMore}
            </button>
          )}
        </div>
      )}
    </details>
  );
}

function RecentRow({ conversion }: { conversion: ListedConversion }) {
  const {
    original_filename: name,
    result_format: format,
    file_size: size,
    status,
    created_at,
    code = '',
    error,
  } = conversion;
  const arrow = arrowText();
  const facts = [statusText(status), size === null ? '' : sizeText(size), timeText(new Date(created_at))];
  return (
    <li class="recent-row" data-status={status}>
      <FileIcon format={format} category={formatNamed(format)?.category ?? 'unknown'} />
      <div class="row-name">
        <b title={name}>
          <bdi>{name}</bdi> {arrow} {format}
        </b>
        <span class="facts">{facts.filter(Boolean).join('\u00a0· ')}</span>
        {error && (
          <span class="facts failed">
            <ComplaintText complaint={{ code, sentence: error }} />
          </span>
        )}
      </div>
      <div class="row-actions">
        {status === 'ready' && (
          <button
            type="button"
            class="button"
            aria-label={fill(say.value.saveName, { name: `${name} ${arrow} ${format}` })}
            onClick={() => saveRecent(conversion)}
          >
            <Icon name="save" />
            {say.value.save}
          </button>
        )}
        <IconButton
          icon="trash"
          label={fill(say.value.deleteName, { name: `${name} ${arrow} ${format}` })}
          title={say.value.delete}
          onClick={() => deleteRecent(conversion)}
        />
      </div>
    </li>
  );
}

function statusText(status: ListedConversion['status']): string {
  const { statusProcessing, statusReady, statusExpired, statusFailed } = say.value;
  return { processing: statusProcessing, ready: statusReady, expired: statusExpired, failed: statusFailed }[status];
}
