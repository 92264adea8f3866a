import type { ErrorCode } from '../../functions/conversion/errors.ts';

/** What is said of an error beyond its short message. */
export interface ErrorHelp {
  /** Why it comes, in Markdown. */
  readonly cause: string;
  /** What to do about it, in Markdown. */
  readonly cure: string;
  /** What `error` says, by an example. */
  readonly example: string;
}

/** Every error, explained. */
export const ERROR_HELP = {
  INVALID_REQUEST: {
    cause:
      'The request is not of the form that the operation takes: a body that is no `multipart/form-data`, or is cut off; a ' +
      'part that was sent twice; a field that is no text; a name of more than 1,024 bytes.',
    cure:
      'Let your HTTP library write the multipart body, and its `Content-Type` with the boundary. Send each part once, and ' +
      'the file in the part `file`.',
    example: 'Send the request as multipart/form-data with a boundary, as curl -F and browsers do.',
  },
  MISSING_FILE: {
    cause: 'There is no part `file`, or it is a field without a filename; in `POST /uploads`, `filename` is missing.',
    cure: 'Send the file as a file: `-F file=@photo.jpg` with curl, a `File` in a `FormData`. The name is not optional.',
    example: 'The part "file" is missing: send the file to convert in it.',
  },
  EMPTY_FILE: {
    cause: 'The file has no content.',
    cure: 'See whether it was read before it was written to its end, or a stream was read twice.',
    example: 'The file is empty: there is nothing to convert.',
  },
  MISSING_TARGET_FORMAT: {
    cause: 'The request does not say what to convert the file to.',
    cure: 'Name a format in `target_format`, such as `png`. `GET /formats` lists what each format becomes.',
    example: '"target_format" is missing. Name the format to convert to, for example png.',
  },
  UNKNOWN_FORMAT: {
    cause: 'Neither its content nor its name tells what the file is.',
    cure: 'See whether the file is whole, and of a format that `GET /formats` lists. Compressed or encrypted files come as what they are.',
    example: 'The format of the file was not recognised.',
  },
  UNSUPPORTED_CONVERSION: {
    cause:
      'The two formats are known, but the one does not become the other; or `target_format` is the name of no format.',
    cure: 'Choose a target that the answer names, or that stands in `can_convert_to` of the format in `GET /formats`.',
    example:
      'A jpg file cannot be converted to mp3. It can be converted to: avif, bmp, gif, ico, jpg, pdf, png, tiff, webp.',
  },
  INVALID_QUALITY: {
    cause: '`quality` is another word than the three that there are.',
    cure: 'Send `low`, `medium` or `high`, or leave it out. For a number, use the option `image_quality` of the target.',
    example: '"best" is no quality. Use one of: low, medium, high.',
  },
  INVALID_OPTION: {
    cause:
      'An option is unknown, out of its range, given twice, contradicts another, or is not there for these two formats. ' +
      'Options are refused, never ignored.',
    cure: 'The answer names the option and what is accepted. `GET /formats` has the JSON Schema of the options of each target.',
    example: 'The option "width" must be a whole number from 1 to 16384 (px), not "wide".',
  },
  UNREADABLE_FILE: {
    cause:
      'The file is broken, cut off, or not what its beginning claims: an engine that knows the format could not read it. ' +
      'Text that is called `a.png` comes here too. Nothing is made of half a file.',
    cure: 'Open the file in the program that made it and save it anew. If it opens there, compare its size with what was sent.',
    example:
      'The document is damaged, incomplete or not what its name says, and cannot be read. Check it and try again.',
  },
  PASSWORD_PROTECTED: {
    cause: 'The file is locked, and no password was sent, or not the right one.',
    cure: 'Send the password as the option `password`, where the pair of formats has it, or remove it before.',
    example: 'The document is protected by a password. Give it as the option "password", or remove it and try again.',
  },
  FILE_TOO_LARGE: {
    cause:
      'The file is larger than 100 MB (104,857,600 bytes), or the result would be larger than what can be stored. On one ' +
      'machine also: a JSON body is larger than 256 KB.',
    cure:
      'Make it smaller. Where the service has no edge in front of it, files above 4.5 MB go through `POST /uploads`; so ' +
      'they can everywhere.',
    example: 'The file is larger than 100 MB.',
  },
  TOO_COMPLEX: {
    cause:
      'The file is small enough, but not what is in it: pixels, pages, sheets, files or hours beyond the limits, or more memory than an engine may use.',
    cure: 'Convert a part of it, with `pages`, `start` and `end` or `crop` where the target has them, or make it smaller before.',
    example: 'The file has 4,120 pages; at most 3000 are converted.',
  },
  NOT_FOUND: {
    cause:
      'There is nothing at this path, or no conversion by this identifier: it never was, failed, or was forgotten, 24 hours ' +
      'after its link expired.',
    cure: 'Take the identifier from the answer of convert. For a download of a conversion that failed, ask for its status: it says why.',
    example: 'There is no conversion with this identifier.',
  },
  NOT_READY: {
    cause: 'The conversion is still in progress.',
    cure: 'Ask for the status until it is `ready`, at the pace that `Retry-After` names, then download.',
    example: 'The conversion is still in progress. Ask for its status, then download.',
  },
  EXPIRED: {
    cause: 'The link is older than 30 minutes, and the file deleted.',
    cure: 'Convert the file again, and download before `expires_at`.',
    example: 'The download link has expired, 30 minutes after it was made. Convert again.',
  },
  ALREADY_DOWNLOADED: {
    cause: 'The file was downloaded to its end before. A link serves one download, and the file is deleted behind it.',
    cure: 'Keep what you download. If something else fetches links ahead of you (a preview, a proxy), keep the link from it.',
    example: 'The file was downloaded before, and deleted. Convert it again.',
  },
  UNAUTHORIZED: {
    cause:
      'The operator of this service asks for credentials, and the request has none that are valid. As it is delivered, the service asks for none.',
    cure: 'Ask the operator for credentials, and send them as told.',
    example: 'The request carries no valid credential.',
  },
  FORBIDDEN: {
    cause: 'The request went past the public address of the service, or the operator keeps it out.',
    cure: 'Use the base URL that the operator gave you.',
    example: 'Use the public address of this service.',
  },
  RATE_LIMITED: {
    cause:
      'More requests came in a short time, or more conversions are under way at once, than the plan of the key, or the operator, lets through.',
    cure: 'Wait as many seconds as the header `Retry-After` says, and try again. The header `RateLimit` tells how many more may come.',
    example: 'Too many requests: 1 a second are allowed, 60 at once after a pause. Try again in 2 s.',
  },
  QUOTA_EXCEEDED: {
    cause: 'What the plan of the key allows in a month, of conversions or of engine time, is used up.',
    cure: 'Ask the operator for a larger plan, or wait for the next month: the sentence tells when it begins.',
    example: 'The 10000 conversions of this month are used up. It begins anew at 2026-12-01T00:00:00.000Z.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    cause: 'The `Idempotency-Key` of the request came before, with another file, name, target, quality or options.',
    cure: 'Make a new key for every new conversion, a random one as of `crypto.randomUUID()`; send the same key only to repeat the same request.',
    example: 'This Idempotency-Key was sent before, with another request. Make a new one for each conversion.',
  },
  ENGINE_FAILED: {
    cause:
      'The engine ended in a way that is not the fault of the file, as far as can be told. It was tried more than once where that could help.',
    cure: 'Try again. If it fails again, tell the operator the `request_id`.',
    example: 'The conversion failed. Please try again.',
  },
  ENGINE_TIMED_OUT: {
    cause: 'The conversion took longer than its engine may.',
    cure: 'Try again with less: fewer pages, a shorter part, a smaller picture, or `quality` `low`.',
    example: 'The conversion did not finish in time. Try again, or with a smaller file.',
  },
  SERVICE_BUSY: {
    cause: 'More files wait than can be converted in time.',
    cure: 'Try again after the seconds in `Retry-After`.',
    example: 'More files wait to be converted than can be done in time. Please try again in half a minute.',
  },
  INTERNAL: {
    cause: 'Something went wrong on the side of the service.',
    cure: 'Try again. If it fails again, tell the operator the `request_id`.',
    example: 'Something went wrong on our side. Trying again may help.',
  },
} as const satisfies Record<ErrorCode, ErrorHelp>;
