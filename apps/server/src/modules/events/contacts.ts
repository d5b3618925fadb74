// A visitor becomes a lead once their e-mail address or phone number is known.
import type { Values } from '@parlance/contract/agents/variables'

export interface Contacts {
  readonly email?: string
  readonly phone?: string
}

const NAMES = { email: 'email', phone: 'phone', phone_number: 'phone' } as const satisfies Record<
  string,
  keyof Contacts
>

/** Contact details among the variables of a conversation. */
export function contactsOf(variables: Values | undefined): Contacts {
  const found: { -readonly [K in keyof Contacts]: string } = {}
  for (const [name, as] of Object.entries(NAMES)) {
    const value = variables?.[name]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (text !== '' && found[as] === undefined) found[as] = text
  }
  return found
}

/** `new`: nothing was known before · `more`: something was added or corrected · undefined: no change. */
export function leadChange(before: Values | undefined, after: Values | undefined): 'new' | 'more' | undefined {
  const [had, has] = [contactsOf(before), contactsOf(after)]
  const came = (['email', 'phone'] as const).some((key) => has[key] !== undefined && has[key] !== had[key])
  if (!came) return undefined
  return had.email === undefined && had.phone === undefined ? 'new' : 'more'
}
