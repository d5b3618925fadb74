// Mails about changes of sign-in methods, sent to the account's address no matter who changed them.
import type { Browser, Platform } from '@parlance/contract/analytics/clients'
import type { Language } from '@parlance/contract/accounts/languages'
import type { DomainEvent } from '../lib/events.ts'
import { line, type Part } from './email-document.ts'
import { countryName, moment, numberIn } from './locale.ts'
import { type MailContent, type WithLink, write } from './mails.ts'
import { type EmailTexts, emailTexts } from './texts.ts'

export type SecurityNews =
  | { readonly news: 'passkey-added' | 'passkey-removed'; /** Of the passkey. */ readonly name: string }
  | { readonly news: 'factor-on' | 'factor-off' | 'codes-renewed' }
  | { readonly news: 'code-used'; /** Recovery codes that are left. */ readonly left: number }
  | { readonly news: 'provider-linked' | 'provider-unlinked'; /** Of the provider. */ readonly name: string }
  | { readonly news: 'passwords-guessed' | 'password-changed' | 'password-reset' | 'sessions-ended' | 'factors-reset' }
  | { readonly news: 'address-left' | 'address-taken'; readonly before: string; readonly after: string }

export type SignInMethod = Extract<DomainEvent, { type: 'account.signed-in' }>['method']

/** Where it was done; empty or absent if unknown. */
export interface ActionOrigin {
  readonly device?: { readonly browser: Browser; readonly platform: Platform }
  readonly network?: string
  readonly country?: string
}

export interface SecurityMail extends ActionOrigin, WithLink {
  readonly what: SecurityNews
  readonly at: Date | string
}

type Facts = readonly (readonly [label: string, value: string])[]

export async function securityMail(props: SecurityMail): Promise<MailContent> {
  const { language, link, what } = props
  const t = await emailTexts(language)
  const name = 'name' in what ? line(what.name, 40) : ''
  const undo = t(`news.${what.news}.undo`, { name })
  const button = buttonOf(t, what)
  const time = [t('facts.time'), moment(props.at, language)] as const
  const parts: Part[] = [
    { kind: 'text', text: t(`news.${what.news}.text`, { name }) },
    { kind: 'facts', facts: [...factsOf(t, what, language), time, ...originFacts(t, props)] },
    { kind: 'text', text: t('security.nothingToDo', { undo }) },
    ...(button === undefined ? [] : [{ kind: 'button', label: button, link } as const]),
  ]
  return write({ language, subject: t(`news.${what.news}.subject`, { name }), parts, why: t('security.why') })
}

function originFacts(t: EmailTexts, { language, device, network, country }: ActionOrigin & WithLink): Facts {
  const [name, place] = [device && nameOf(t, device), country && countryName(country, language)]
  return [
    ...(name ? [[t('facts.device'), name] as const] : []),
    ...(network ? [[t('facts.network'), line(network)] as const] : []),
    ...(place ? [[t('facts.country'), place] as const] : []),
  ]
}

/** None if the reader cannot sign in any more. */
function buttonOf(t: EmailTexts, { news }: SecurityNews): string | undefined {
  if (news === 'address-left') return undefined
  return news === 'factors-reset' ? t('security.signIn') : t('security.look')
}

function factsOf(t: EmailTexts, what: SecurityNews, language: Language): Facts {
  switch (what.news) {
    case 'passkey-added':
    case 'passkey-removed':
      return [[t('newsFacts.passkey'), line(what.name, 60)]]
    case 'code-used':
      return [[t('newsFacts.codesLeft'), what.left === 0 ? t('newsFacts.noneLeft') : numberIn(language, what.left)]]
    case 'address-left':
    case 'address-taken':
      return [
        [t('newsFacts.before'), line(what.before, 254)],
        [t('newsFacts.now'), line(what.after, 254)],
      ]
    default:
      return []
  }
}

/** The link is the page that lists sessions. */
export interface SignInMail extends ActionOrigin, WithLink {
  readonly at: Date | string
  readonly method: SignInMethod
}
export async function signInMail(props: SignInMail): Promise<MailContent> {
  const { language, link, at, method } = props
  const t = await emailTexts(language)
  return write({
    language,
    subject: t('signIn.subject'),
    parts: [
      { kind: 'text', text: t('signIn.text') },
      {
        kind: 'facts',
        facts: [
          [t('facts.time'), moment(at, language)],
          ...originFacts(t, props),
          [t('signIn.method'), t(`signIn.methods.${method}`)],
        ],
      },
      { kind: 'text', text: t('signIn.undo') },
      { kind: 'button', label: t('signIn.button'), link },
    ],
    why: t('security.why'),
  })
}

/** «Firefox on Linux»; empty for an unknown browser. */
function nameOf(t: EmailTexts, device: NonNullable<ActionOrigin['device']>): string {
  const [browser, platform] = [BROWSER_NAMES[device.browser], PLATFORM_NAMES[device.platform]]
  return browser && platform ? t('facts.deviceName', { browser, platform }) : browser || platform
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
