// The one way a mail leaves: rendered by us, sent over SMTP, to the sandbox's inbox when no server is configured.
export interface Mail {
  /** What stands before the product's address as the sender; the product's own name when absent. */
  readonly fromName?: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}
/** Resolves when the mail server accepted it; rejects with the server's reason otherwise. */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>
}
