// What mails say when something changed of how an account is entered. They go to its address whoever did it.
import type { Browser, Platform } from '@parlance/core/analytics/clients'
import { line, moment, type Part, PRODUCT } from './letter.ts'
import { type MailContent, write } from './mails.ts'

/** What may have happened, with what is known of it. */
export type SecurityNews =
  | { readonly news: 'passkey-added' | 'passkey-removed'; /** Of the passkey. */ readonly name: string }
  | { readonly news: 'factor-on' | 'factor-off' | 'codes-renewed' }
  | { readonly news: 'code-used'; /** Recovery codes that are left. */ readonly left: number }
  | { readonly news: 'provider-linked' | 'provider-unlinked'; /** Of the provider. */ readonly name: string }
  | { readonly news: 'password-changed' | 'password-reset' | 'sessions-ended' | 'factors-reset' }
  | { readonly news: 'address-left' | 'address-taken'; readonly before: string; readonly after: string }

/** From where it was done; empty or absent where nobody knows. */
export interface Whence {
  /** Such as «Firefox on Linux». */
  readonly device?: string
  /** Such as `203.0.113.0`: of an address only what sessions keep of it. */
  readonly network?: string
  /** In words. */
  readonly country?: string
}

export interface SecurityMail extends Whence {
  readonly what: SecurityNews
  readonly at: Date | string
  /** The page on which the reader sees how things are. */
  readonly link: string
}

interface Words {
  readonly subject: string
  readonly text: string
  readonly facts?: readonly (readonly [string, string])[]
  /** What to do if it was not the reader. */
  readonly undo: string
  /** Of the button; none where the reader can't enter the account any more. */
  readonly button?: string
}

const PASSWORD = 'set a new password at once: that signs out everybody else'
const LOOK = 'Look at your security settings'

export function securityMail(props: SecurityMail): Promise<MailContent> {
  const { subject, text, facts = [], undo, button } = wordsOf(props.what)
  const parts: Part[] = [
    { kind: 'text', text },
    { kind: 'facts', facts: [...facts, ['Time', moment(props.at)], ...whenceOf(props)] },
    { kind: 'text', text: `If it was you, there is nothing to do. If it was not, ${undo}.` },
    ...(button === undefined ? [] : [{ kind: 'button', label: button, link: props.link } as const]),
  ]
  return write({ lang: 'en', subject, parts, why: 'You got this mail to keep your account safe.' })
}

const whenceOf = ({ device, network, country }: Whence): (readonly [string, string])[] => [
  ...(device ? [['Device', line(device)] as const] : []),
  ...(network ? [['Network', line(network)] as const] : []),
  ...(country ? [['Country', line(country)] as const] : []),
]

function wordsOf(what: SecurityNews): Words {
  switch (what.news) {
    case 'passkey-added':
    case 'passkey-removed':
      return ofPasskey(what.news === 'passkey-added', what.name)
    case 'provider-linked':
    case 'provider-unlinked':
      return ofProvider(what.news === 'provider-linked', line(what.name, 40))
    case 'address-left':
    case 'address-taken':
      return ofAddress(what.news === 'address-left', what)
    case 'code-used':
      return {
        subject: 'A recovery code of your account was used',
        text: `Somebody signed in to your ${PRODUCT} account with a recovery code instead of the authenticator app.`,
        facts: [['Codes left', what.left === 0 ? 'None: make new ones' : String(what.left)]],
        undo: `${PASSWORD}. Then make new recovery codes`,
        button: LOOK,
      }
    default:
      return { ...PLAIN[what.news], button: what.news === 'factors-reset' ? 'Sign in' : LOOK }
  }
}

const PLAIN = {
  'factor-on': {
    subject: 'The second factor of your account is on',
    text: `Your ${PRODUCT} account now asks for a code of an authenticator app after the password.`,
    undo: `${PASSWORD}. Then tell whoever runs this installation, who can take the second factor off again`,
  },
  'factor-off': {
    subject: 'The second factor of your account is off',
    text: `Your ${PRODUCT} account does not ask for a code any more: the password alone signs in.`,
    undo: `${PASSWORD}. Then turn the second factor on again`,
  },
  'codes-renewed': {
    subject: 'Your recovery codes were made anew',
    text: `Your ${PRODUCT} account has new recovery codes. The old ones don’t work any more.`,
    undo: `${PASSWORD}. Then make new recovery codes`,
  },
  'password-changed': {
    subject: 'Your password was changed',
    text: `The password of your ${PRODUCT} account was changed, and all other devices were signed out.`,
    undo: 'set a new one with «Forgot password?» on the sign-in page, which goes by this mailbox',
  },
  'password-reset': {
    subject: 'A new password was set',
    text: `A new password was set for your ${PRODUCT} account by a link that went to this mailbox, and all devices were signed out.`,
    undo: 'somebody else reads this mailbox: secure it first, then set a new password here',
  },
  'sessions-ended': {
    subject: 'All other devices were signed out',
    text: `Every other browser and program that was signed in to your ${PRODUCT} account has to sign in again.`,
    undo: PASSWORD,
  },
  'factors-reset': {
    subject: 'Your second factor and passkeys were removed',
    text: `Whoever runs this installation removed the second factor and all passkeys of your ${PRODUCT} account, as is done for somebody who has lost them, and signed out all devices. The password is as it was. Set up a second factor again once you have signed in.`,
    undo: 'tell whoever runs this installation, and set a new password',
  },
} satisfies Record<string, Omit<Words, 'button'>>

const ofPasskey = (added: boolean, name: string): Words => ({
  subject: added ? 'A passkey was added to your account' : 'A passkey of your account was removed',
  text: added
    ? `A new passkey signs in to your ${PRODUCT} account from now on, without the password.`
    : `A passkey can’t sign in to your ${PRODUCT} account any more.`,
  facts: [['Passkey', line(name, 60)]],
  undo: added ? `${PASSWORD}. Then remove the passkey` : PASSWORD,
  button: LOOK,
})

const ofProvider = (linked: boolean, name: string): Words => ({
  subject: linked ? `${name} was connected with your account` : `${name} was disconnected from your account`,
  text: linked
    ? `An account at ${name} signs in to your ${PRODUCT} account from now on.`
    : `Nobody signs in to your ${PRODUCT} account by ${name} any more.`,
  undo: linked ? `${PASSWORD}. Then disconnect ${name}` : PASSWORD,
  button: LOOK,
})

const ofAddress = (left: boolean, { before, after }: { readonly before: string; readonly after: string }): Words => ({
  subject: left ? 'Your account has another e-mail address' : 'This is the address of your account now',
  text: left
    ? `Your ${PRODUCT} account was moved from this address to another one. From now on the new one signs in, and mails go there. This address has nothing to do with the account any more.`
    : `Your ${PRODUCT} account was moved to this address. From now on you sign in with it, and our mails come here.`,
  facts: [
    ['Before', line(before, 254)],
    ['Now', line(after, 254)],
  ],
  undo: left
    ? 'write to whoever runs this installation at once'
    : 'sign in, set a new password and change the address back',
  ...(left ? {} : { button: LOOK }),
})

export interface SignInMail extends Whence {
  /** The page that lists sessions. */
  readonly link: string
  readonly at: Date | string
  /** How they signed in, such as «Passkey». */
  readonly method: string
}
/** Somebody signed in from where nobody did before. */
export const signInMail = (props: SignInMail): Promise<MailContent> =>
  write({
    lang: 'en',
    subject: 'New sign-in to your account',
    parts: [
      {
        kind: 'text',
        text: `Somebody signed in to your ${PRODUCT} account from a browser or a network that we have not seen before.`,
      },
      {
        kind: 'facts',
        facts: [['Time', moment(props.at)], ...whenceOf(props), ['Signed in with', line(props.method)]],
      },
      {
        kind: 'text',
        text: 'If it was you, there is nothing to do. If it was not, sign out that device and set a new password.',
      },
      { kind: 'button', label: 'Look at your devices', link: props.link },
    ],
    why: 'You got this mail to keep your account safe.',
  })

/** «Firefox on Linux»; empty for what is no known browser. */
export function deviceName(browser: Browser, platform: Platform): string {
  const [one, other] = [BROWSER_NAMES[browser], PLATFORM_NAMES[platform]]
  return one && other ? `${one} on ${other}` : one || other
}

const BROWSER_NAMES: Readonly<Record<Browser, string>> = {
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  edge: 'Edge',
  opera: 'Opera',
  samsung: 'Samsung Internet',
  other: '',
}
const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  android: 'Android',
  ios: 'iOS',
  chromeos: 'ChromeOS',
  other: '',
}
