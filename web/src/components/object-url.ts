import { useEffect, useMemo } from 'preact/hooks';

/** An object URL of a file, which is revoked with the component. */
export function useObjectUrl(file: Blob): string {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return url;
}
