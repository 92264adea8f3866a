/** An attachment of a mail. */
export interface MailAttachment {
  /** Unique in its mail, and valid as a file name. */
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
  /** The `Content-ID` by which the page refers to it, without brackets. */
  readonly contentId?: string | undefined;
}

/** A person with an address; either may be empty. */
export interface Person {
  readonly name: string;
  readonly address: string;
}

/** The sender and the recipients of a mail. */
export type People = Readonly<Record<'from' | 'to' | 'cc' | 'bcc', readonly Person[]>>;

/** A mail, whatever its format. */
export interface Mail {
  /** The headers that are shown: From, To, Cc, Bcc, Date, Subject, as far as it has them. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly people: People;
  /** Its body as HTML, which is not sanitized. */
  readonly html?: string | undefined;
  /** Its body as plain text. */
  readonly text?: string | undefined;
  readonly attachments: readonly MailAttachment[];
}
