import type { Person } from './schemas.ts'

type Named = Pick<Person, 'kind' | 'id' | 'name'>
export type MentionPart = { readonly text: string } | { readonly mention: string; readonly people: readonly Named[] }

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)

/** The longest name wins, and people with the same name share a part. */
export function splitMentions(text: string, people: readonly Named[]): MentionPart[] {
  const named = people.filter(({ name }) => name.trim() !== '')
  if (named.length === 0 || !text.includes('@')) return text === '' ? [] : [{ text }]
  const names = [...new Set(named.map(({ name }) => name))].toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])@(${names.map(escaped).join('|')})(?![\p{L}\p{N}])`, 'gu')
  const parts: MentionPart[] = []
  let at = 0
  for (const { 0: mention, 1: name, index } of text.matchAll(pattern)) {
    if (index > at) parts.push({ text: text.slice(at, index) })
    parts.push({ mention, people: named.filter((one) => one.name === name) })
    at = index + mention.length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

export const mentionedIn = <P extends Named>(text: string, people: readonly P[]): P[] => {
  const named = new Set(splitMentions(text, people).flatMap((part) => ('people' in part ? part.people : [])))
  return people.filter((one) => named.has(one))
}

export function mentionBegun(
  text: string,
  cursor: number,
): { readonly at: number; readonly typed: string } | undefined {
  const found = /(?<![\p{L}\p{N}])@([^@\n]{0,40})$/u.exec(text.slice(0, cursor))
  return found ? { at: found.index, typed: found[1] ?? '' } : undefined
}
