/** A file that comes with a mail. */
export interface MailAttachment {
  /** As its sender called it, which may be anything. */
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
  /** By what the page of the mail names it, without brackets. */
  readonly contentId?: string | undefined;
}

/** A person with an address; either may be empty. */
export interface Person {
  readonly name: string;
  readonly address: string;
}

/** Who wrote a mail to whom. */
export type People = Readonly<Record<'from' | 'to' | 'cc' | 'bcc', readonly Person[]>>;

/** A mail, whatever it came in. */
export interface Mail {
  /** What is shown above it: From, To, Cc, Date, Subject, as far as they are there. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly people: People;
  /** What it says, as a page of its sender's making. */
  readonly html?: string | undefined;
  /** What it says, as a text. */
  readonly text?: string | undefined;
  readonly attachments: readonly MailAttachment[];
}
