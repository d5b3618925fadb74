// What mails about the address of an account say.
import { type MailContent, write } from './mails.ts'
import { line, PRODUCT } from './letter.ts'

/** To the new address. `link` is the page that takes it. */
export const addressChangeMail = (props: { readonly link: string }): Promise<MailContent> =>
  write({
    lang: 'en',
    subject: 'Confirm your new e-mail address',
    parts: [
      {
        kind: 'text',
        text: `Somebody wants to sign in to their ${PRODUCT} account with this address from now on. The link works once, for 24 hours.`,
      },
      { kind: 'button', label: 'Use this address', link: props.link },
      { kind: 'text', text: 'If it was not you, you can ignore this mail.' },
    ],
    why: 'You got this mail because this address was entered for an account.',
  })

export interface AddressNoticeMail {
  /** The page of the account. */
  readonly link: string
  readonly newEmail: string
}
/** To the address that still counts. */
export const addressNoticeMail = (props: AddressNoticeMail): Promise<MailContent> =>
  write({
    lang: 'en',
    subject: 'Your e-mail address is to be changed',
    parts: [
      {
        kind: 'text',
        text: `Your ${PRODUCT} account is to have another e-mail address. It changes once the link that went there is followed.`,
      },
      { kind: 'facts', facts: [['New address', line(props.newEmail, 254)]] },
      { kind: 'text', text: 'If it was not you, set a new password now: then the link that went there ends.' },
      { kind: 'button', label: 'Open your account', link: props.link },
    ],
    why: 'You got this mail because this is the address of the account.',
  })
