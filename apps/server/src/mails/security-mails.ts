// What mails say when something changed of how an account is entered. They go to its address whoever did it.
import type { Browser, Platform } from '@parlance/contract/analytics/clients'
import type { Language } from '@parlance/contract/accounts/languages'
import type { DomainEvent } from '../lib/events.ts'
import { line, type Part } from './letter.ts'
import { countryName, moment, numberIn } from './locale.ts'
import { type MailContent, type WithLink, write } from './mails.ts'
import { type MailTexts, textsIn } from './texts.ts'

/** What may have happened, with what is known of it. */
export type SecurityNews =
  | { readonly news: 'passkey-added' | 'passkey-removed'; /** Of the passkey. */ readonly name: string }
  | { readonly news: 'factor-on' | 'factor-off' | 'codes-renewed' }
  | { readonly news: 'code-used'; /** Recovery codes that are left. */ readonly left: number }
  | { readonly news: 'provider-linked' | 'provider-unlinked'; /** Of the provider. */ readonly name: string }
  | { readonly news: 'passwords-guessed' | 'password-changed' | 'password-reset' | 'sessions-ended' | 'factors-reset' }
  | { readonly news: 'address-left' | 'address-taken'; readonly before: string; readonly after: string }

export type SignInMethod = Extract<DomainEvent, { type: 'account.signed-in' }>['method']

/** From where it was done; empty or absent where nobody knows. */
export interface Whence {
  readonly device?: { readonly browser: Browser; readonly platform: Platform }
  /** Such as `203.0.113.0`: of an address only what sessions keep of it. */
  readonly network?: string
  /** Such as `DE`. */
  readonly country?: string
}

/** The link is the page on which the reader sees how things are. */
export interface SecurityMail extends Whence, WithLink {
  readonly what: SecurityNews
  readonly at: Date | string
}

type Facts = readonly (readonly [label: string, value: string])[]

export async function securityMail(props: SecurityMail): Promise<MailContent> {
  const { language, link, what } = props
  const texts = await textsIn(language)
  const { subject, text, undo } = wordsOf(texts, what)
  const button = buttonOf(texts, what)
  const time = [texts.facts.time, moment(props.at, language)] as const
  const parts: Part[] = [
    { kind: 'text', text },
    { kind: 'facts', facts: [...factsOf(texts, what, language), time, ...whenceOf(texts, props)] },
    { kind: 'text', text: texts.security.nothingToDo({ undo }) },
    ...(button === undefined ? [] : [{ kind: 'button', label: button, link } as const]),
  ]
  return write({ language, subject, parts, why: texts.security.why })
}

function whenceOf({ facts }: MailTexts, { language, device, network, country }: Whence & WithLink): Facts {
  const [name, place] = [device && nameOf(facts, device), country && countryName(country, language)]
  return [
    ...(name ? [[facts.device, name] as const] : []),
    ...(network ? [[facts.network, line(network)] as const] : []),
    ...(place ? [[facts.country, place] as const] : []),
  ]
}

/** What happened, and what to do if it was not the reader. */
function wordsOf({ news }: MailTexts, what: SecurityNews): Record<'subject' | 'text' | 'undo', string> {
  switch (what.news) {
    case 'provider-linked': {
      const [provider, t] = [{ name: line(what.name, 40) }, news[what.news]]
      return { subject: t.subject(provider), text: t.text(provider), undo: t.undo(provider) }
    }
    case 'provider-unlinked': {
      const [provider, t] = [{ name: line(what.name, 40) }, news[what.news]]
      return { subject: t.subject(provider), text: t.text(provider), undo: t.undo }
    }
    default:
      return news[what.news]
  }
}

/** None where the reader can't enter the account any more. */
function buttonOf({ security }: MailTexts, { news }: SecurityNews): string | undefined {
  if (news === 'address-left') return undefined
  return news === 'factors-reset' ? security.signIn : security.look
}

function factsOf({ newsFacts: t }: MailTexts, what: SecurityNews, language: Language): Facts {
  switch (what.news) {
    case 'passkey-added':
    case 'passkey-removed':
      return [[t.passkey, line(what.name, 60)]]
    case 'code-used':
      return [[t.codesLeft, what.left === 0 ? t.noneLeft : numberIn(language, what.left)]]
    case 'address-left':
    case 'address-taken':
      return [
        [t.before, line(what.before, 254)],
        [t.now, line(what.after, 254)],
      ]
    default:
      return []
  }
}

/** The link is the page that lists sessions. */
export interface SignInMail extends Whence, WithLink {
  readonly at: Date | string
  readonly method: SignInMethod
}
/** Somebody signed in from where nobody did before. */
export async function signInMail(props: SignInMail): Promise<MailContent> {
  const { language, link, at, method } = props
  const texts = await textsIn(language)
  const { signIn: t, facts, security } = texts
  return write({
    language,
    subject: t.subject,
    parts: [
      { kind: 'text', text: t.text },
      {
        kind: 'facts',
        facts: [[facts.time, moment(at, language)], ...whenceOf(texts, props), [t.method, t.methods[method]]],
      },
      { kind: 'text', text: t.undo },
      { kind: 'button', label: t.button, link },
    ],
    why: security.why,
  })
}

/** «Firefox on Linux»; empty for what is no known browser. */
function nameOf({ deviceName }: MailTexts['facts'], device: NonNullable<Whence['device']>): string {
  const [browser, platform] = [BROWSER_NAMES[device.browser], PLATFORM_NAMES[device.platform]]
  return browser && platform ? deviceName({ browser, platform }) : browser || platform
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
