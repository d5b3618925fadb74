// Deduplicates notifications by conversation, and hides those the page already shows.
import type { Notification } from '@parlance/contract/notifications/schemas'
import { targetOf } from './target.ts'

type Told = Pick<Notification, 'ID' | 'urlPathname'>

/** A notification's conversation, or itself without one. */
function subjectOf({ ID, urlPathname }: Told): string {
  const target = targetOf(urlPathname)
  const conversation = target?.search?.['conversation']
  return conversation ? `${target.to}?${conversation}` : ID
}

/** The newest per conversation; input is newest first. */
export function newestOfEach<One extends Told>(items: readonly One[]): One[] {
  const known = new Set<string>()
  return items.filter((item) => {
    const subject = subjectOf(item)
    if (known.has(subject)) return false
    known.add(subject)
    return true
  })
}

/** Adds the older ones that these represent. */
export function withOlder(items: readonly Told[], ids: readonly string[]): string[] {
  const subjects = new Set(items.filter(({ ID }) => ids.includes(ID)).map(subjectOf))
  return [...new Set([...ids, ...items.filter((item) => subjects.has(subjectOf(item))).map(({ ID }) => ID)])]
}

const LISTING = /^(\/app\/[^/]+\/agents\/[^/]+\/)(?:home|convos)$/

/** Whether the page at this path lists the notification's conversation. */
export function isListedAt(pathname: string, { urlPathname }: Told): boolean {
  const [, agent] = LISTING.exec(pathname) ?? []
  return agent !== undefined && targetOf(urlPathname)?.to === `${agent}convos`
}
