// Notifications by what they are about: one conversation is shown once, and not where it stands already.
import type { Notification } from '@parlance/contract/notifications/schemas'
import { targetOf } from './target.ts'

type Told = Pick<Notification, 'ID' | 'urlPathname'>

/** What a notification is about; itself where it names no conversation. */
function subjectOf({ ID, urlPathname }: Told): string {
  const target = targetOf(urlPathname)
  const conversation = target?.search?.['conversation']
  return conversation ? `${target.to}?${conversation}` : ID
}

/** Of several about one conversation the newest, which comes first. */
export function newestOfEach<One extends Told>(items: readonly One[]): One[] {
  const known = new Set<string>()
  return items.filter((item) => {
    const subject = subjectOf(item)
    if (known.has(subject)) return false
    known.add(subject)
    return true
  })
}

/** With those that the newest stands for. */
export function withOlder(items: readonly Told[], ids: readonly string[]): string[] {
  const subjects = new Set(items.filter(({ ID }) => ids.includes(ID)).map(subjectOf))
  return [...new Set([...ids, ...items.filter((item) => subjects.has(subjectOf(item))).map(({ ID }) => ID)])]
}

const LISTING = /^(\/app\/[^/]+\/agents\/[^/]+\/)(?:home|convos)$/

/** Whether the page at this address lists the conversation that the notification is about. */
export function isListedAt(pathname: string, { urlPathname }: Told): boolean {
  const [, agent] = LISTING.exec(pathname) ?? []
  return agent !== undefined && targetOf(urlPathname)?.to === `${agent}convos`
}
