import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Complaint, complaintText } from '../state/complaint.ts';
import { durationText, fill, say } from '../state/language.ts';

interface CountdownProps {
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** The text until then, with a placeholder for the time. */
  readonly text: string;
  /** The text afterwards. @default none */
  readonly after?: string;
}

/** A countdown, of which screen readers do not read each second. */
export function Countdown({ until, text, after = '' }: CountdownProps) {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000));
  const seconds = useSignal(left());
  useEffect(() => {
    const tick = () => {
      seconds.value = left();
      if (seconds.value === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [until]);
  return (
    <span role="timer" aria-live="off">
      {seconds.value > 0 ? fill(text, { time: durationText(seconds.value) }) : after}
    </span>
  );
}

/** The text of a failure, with a countdown until a retry. */
export function ComplaintText({ complaint }: { complaint: Complaint }) {
  const { text, language, detail } = complaintText(complaint);
  const { code, until } = complaint;
  return (
    <span class="complaint">
      <bdi lang={language}>{text}</bdi>{' '}
      {until !== undefined && code !== 'QUOTA_EXCEEDED' && (
        <Countdown until={until} text={say.value.retryIn} after={say.value.retryNow} />
      )}
      {detail && (
        <small>
          <bdi lang="en">{detail}</bdi>
        </small>
      )}
    </span>
  );
}
