import { useEffect, useMemo } from 'preact/hooks';

/** An address of a file within this page, for as long as the component shows it. */
export function useObjectUrl(file: Blob): string {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return url;
}
