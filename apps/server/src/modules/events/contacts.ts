// How a visitor becomes a lead: their e-mail address or phone number becomes known.
import type { Values } from '@parlance/contract/agents/variables'

export interface Contacts {
  readonly email?: string
  readonly phone?: string
}

const NAMES = { email: 'email', phone: 'phone', phone_number: 'phone' } as const satisfies Record<
  string,
  keyof Contacts
>

/** What variables of a conversation tell of how to reach its visitor. */
export function contactsOf(variables: Values | undefined): Contacts {
  const found: { -readonly [K in keyof Contacts]: string } = {}
  for (const [name, as] of Object.entries(NAMES)) {
    const value = variables?.[name]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (text !== '' && found[as] === undefined) found[as] = text
  }
  return found
}

/** `new`: nothing was known before · `more`: something was added or corrected · undefined: nothing came. */
export function capturedBetween(before: Values | undefined, after: Values | undefined): 'new' | 'more' | undefined {
  const [had, has] = [contactsOf(before), contactsOf(after)]
  const came = (['email', 'phone'] as const).some((key) => has[key] !== undefined && has[key] !== had[key])
  if (!came) return undefined
  return had.email === undefined && had.phone === undefined ? 'new' : 'more'
}
