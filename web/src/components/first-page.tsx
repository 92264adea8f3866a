import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FormatEntry, OptionValue } from '../../../client/index.ts';
import { withKey } from '../state/account.ts';
import { type Complaint, complaintOf } from '../state/complaint.ts';
import { formatNamed, formatOfFile, optionsOf } from '../state/formats.ts';
import { fill, say } from '../state/language.ts';
import { ComplaintText } from './countdown.tsx';
import { useObjectUrl } from './object-url.ts';

/** The largest width and height of the picture, in device pixels of a high-density screen. */
const SIDE = 1600;

/** Categories of formats without pages. */
const WITHOUT_PAGES = ['audio', 'video', 'subtitle', 'archive', 'font', 'model'];

/** Whether the service can draw the first page of a file. */
export function hasFirstPage(file: File): boolean {
  const format = formatOfFile(file.name);
  return format !== undefined && !WITHOUT_PAGES.includes(format.category) && format.can_convert_to.includes('png');
}

interface FirstPageProps {
  readonly file: File;
  /** The password of a protected file. */
  readonly password: OptionValue | undefined;
}

/** The first page of a file that browsers cannot show, or not safely: a conversion by the service. */
export function FirstPage({ file, password }: FirstPageProps) {
  const picture = useSignal<Blob | undefined>(undefined);
  const complaint = useSignal<Complaint | undefined>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    drawFirstPage(file, password, stop.signal)
      .then((drawn) => (picture.value = drawn))
      .catch((error) => {
        if (!stop.signal.aborted) complaint.value = complaintOf(error);
      });
    return () => stop.abort();
  }, [file, password]);
  if (complaint.value) return <ComplaintText complaint={complaint.value} />;
  if (!picture.value) return <p class="nothing">{say.value.oneMoment}</p>;
  return <Picture content={picture.value} text={fill(say.value.firstPage, { name: file.name })} />;
}

function Picture({ content, text }: { content: Blob; text: string }) {
  return <img class="preview sheet" src={useObjectUrl(content)} alt={text} />;
}

async function drawFirstPage(file: File, password: OptionValue | undefined, signal: AbortSignal): Promise<Blob> {
  const png = formatNamed('png');
  const wanted = { pages: '1', width: SIDE, height: SIDE, ...(password !== undefined && { password }) };
  const options = png ? ofThem(png, formatOfFile(file.name), wanted) : {};
  const result = await withKey(
    (service) => service.convert(file, { to: 'png', options, signal }),
    () => undefined,
  );
  return result.blob({ signal });
}

/** Filters options by those of a pair of formats. */
function ofThem(
  target: FormatEntry,
  source: FormatEntry | undefined,
  wanted: Readonly<Record<string, OptionValue>>,
): Record<string, OptionValue> {
  const there = new Set(optionsOf(target, source).map(([name]) => name));
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => there.has(name)));
}
