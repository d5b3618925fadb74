import type { Value, Values } from '../agents/variables.ts'
import { emailOf } from '../lib/mailbox.ts'
import type { LeadSource } from './schemas.ts'

/** One set is enough; all variables of a set must be known. */
export type CaptureRules = readonly (readonly string[])[]

export const DEFAULT_CAPTURE_RULES: CaptureRules = [['email'], ['phone'], ['phone_number']]

export interface Contacts {
  readonly email?: string
  readonly phone?: string
}

const CONTACTS = { email: 'email', phone: 'phone', phone_number: 'phone' } as const satisfies Record<
  string,
  keyof Contacts
>

const textOf = (value: Value | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
const valueOf = (variables: Values | undefined, name: string): Value | undefined =>
  variables && Object.hasOwn(variables, name) ? variables[name] : undefined
const isKnown = (value: Value | undefined): boolean => typeof value === 'boolean' || textOf(value) !== ''

export function contactsOf(variables: Values | undefined): Contacts {
  const found: { -readonly [K in keyof Contacts]: string } = {}
  for (const [name, as] of Object.entries(CONTACTS)) {
    const text = textOf(valueOf(variables, name))
    if (text !== '' && found[as] === undefined) found[as] = text
  }
  return found
}

/** A number with a country or area code; bare digits may be an order. */
const PHONE = /(?<![\p{L}\p{N}+])(?:\+\d|\(?0\d{2,5}\)?[ /-])[\d ()/-]{5,20}\d(?![\p{L}\p{N}])/u
const MAX_SAID = 2000

export function contactsIn(text: string): Contacts {
  const said = text.slice(0, MAX_SAID)
  const words = said.includes('@')
    ? said.split(/[\s<>()[\]"',;]+/).map((word) => word.replace(/^mailto:|[.!?:]+$/gi, ''))
    : []
  const email = words.map(emailOf).findLast((address) => address !== undefined)
  const phone = PHONE.exec(said)?.[0].trim()
  const digits = phone?.replaceAll(/\D/g, '').length ?? 0
  return {
    ...(email === undefined ? {} : { email }),
    ...(phone !== undefined && digits >= 8 && digits <= 15 ? { phone } : {}),
  }
}

export function nameOf(variables: Values | undefined): string {
  const text = (name: string) => textOf(valueOf(variables, name))
  const parts = `${text('first_name')} ${text('last_name')}`.trim()
  return text('name') || text('full_name') || parts
}

export function isCaptured(rules: CaptureRules, variables: Values | undefined): boolean {
  const sets = rules.filter((names) => names.length > 0)
  return (sets.length > 0 ? sets : DEFAULT_CAPTURE_RULES).some((names) =>
    names.every((name) => isKnown(valueOf(variables, name))),
  )
}

export const emailKeyOf = (email: string): string => email.trim().toLowerCase()
/** Digits only: `+49 (30) 12-34` and `0049301234` are the same number. Empty if too short. */
export function phoneKeyOf(phone: string): string {
  const digits = phone
    .normalize('NFKC')
    .replaceAll(/[^\p{Nd}]/gu, '')
    .replace(/^00/, '')
  return digits.length < 5 ? '' : digits
}

export interface LeadFields {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly variables: Values
}

/** Merges values that are new in the conversation. Corrections by hand stay until the visitor says something else. */
export function learned(before: LeadFields | undefined, heard: LeadFields): LeadFields {
  if (!before) return heard
  const known: Partial<LeadFields> = { ...contactsOf(before.variables), name: nameOf(before.variables) }
  const next = (field: 'name' | 'email' | 'phone') =>
    heard[field] !== '' && (before[field] === '' || heard[field] !== known[field]) ? heard[field] : before[field]
  return {
    name: next('name'),
    email: next('email'),
    phone: next('phone'),
    variables: { ...before.variables, ...heard.variables },
  }
}

/** The first lead's own values win; missing ones come from the second. */
export const joined = (kept: LeadFields, other: LeadFields): LeadFields => ({
  name: kept.name || other.name,
  email: kept.email || other.email,
  phone: kept.phone || other.phone,
  // The order matters: if there are too many, the second lead's are dropped.
  variables: { ...kept.variables, ...other.variables, ...kept.variables },
})

export interface Source {
  readonly conversationId: string
  /** Signed by the visitor's page; empty without one. */
  readonly signedEmail: string
}
/** Anyone can type another's address: only the lead's own conversation, or a visitor signed with it, may correct it. */
export const mayCorrect = (
  lead: { readonly email: string; readonly source: LeadSource; readonly conversationIds: readonly string[] },
  { conversationId, signedEmail }: Source,
): boolean =>
  ((lead.source === 'chat' || lead.source === 'form') && lead.conversationIds[0] === conversationId) ||
  (signedEmail.trim() !== '' && emailKeyOf(signedEmail) === emailKeyOf(lead.email))

export const hasNewContacts = (before: LeadFields | undefined, after: LeadFields): boolean =>
  before === undefined || before.email !== after.email || before.phone !== after.phone

export function haveChanged(before: Values | undefined, after: Values | undefined): boolean {
  const [had, has] = [before ?? {}, after ?? {}]
  return Object.keys(has).some((name) => valueOf(had, name) !== valueOf(has, name))
}
