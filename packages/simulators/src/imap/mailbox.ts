/** What the mailbox of the simulator holds. */
export interface StoredMail {
  uid: number
  readonly raw: Buffer
  readonly flags: Set<string>
  readonly at: Date
}

export interface Mailbox {
  uidValidity: number
  uidNext: number
  mails: StoredMail[]
}
