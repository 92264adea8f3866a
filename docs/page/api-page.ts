/** The page about the API. */
export function apiPage(): string {
  return '<!doctype html><style></style>';
}
