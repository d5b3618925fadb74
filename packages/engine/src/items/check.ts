// Makes items safe to show: each item valid, each address known, every change reported.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { cut } from '@parlance/contract/lib/text'
import { Item } from '@parlance/contract/items/schemas'
import { formatUnknownData } from './format-unknown-data.ts'
import { canonicalUrl } from './urls.ts'

export interface CheckedItems {
  readonly items: readonly Item[]
  /** What was dropped or turned into text. */
  readonly notes: readonly MessageDescriptor[]
}

/** Items of one message; later ones are dropped. */
export const MAX_ITEMS = 20
const MAX_TEXT = 10_000
const MAX_DEPTH = 8
const MAX_VALUES = 5000

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * Total: takes a list of items, `{ items }`, one item, or JSON of these. A valid item whose addresses are all in
 * `allowedUrls` is returned unchanged. Other addresses are removed. An invalid item becomes a text of its readable
 * parts, or is dropped if it has none.
 */
export function checkItems(raw: unknown, allowedUrls: Iterable<string>): CheckedItems {
  const allowed = new Set<string>()
  for (const url of allowedUrls) allowed.add(canonicalUrl(url) ?? '')
  allowed.delete('')
  const items: Item[] = []
  const notes: MessageDescriptor[] = []
  const list = elements(raw)
  for (const [index, element] of list.slice(0, MAX_ITEMS).entries()) {
    const say = (reason: MessageDescriptor) => void notes.push(msg('item_numbered', { number: index + 1, reason }))
    const item = checkItem(element, allowed, say)
    if (item) items.push(item)
    else say(msg('item_without_content'))
  }
  if (list.length > MAX_ITEMS) notes.push(msg('loss_items_limited', { max: MAX_ITEMS, count: list.length }))
  return { items, notes }
}

function elements(raw: unknown): readonly unknown[] {
  const value = typeof raw === 'string' && /^\s*[[{]/.test(raw) ? parsed(raw) : raw
  if (Array.isArray(value)) return value
  if (isFields(value)) return Array.isArray(value['items']) && !('type' in value) ? value['items'] : [value]
  return typeof value === 'string' && value.trim() !== '' ? [value] : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Say = (reason: MessageDescriptor) => void

function checkItem(element: unknown, allowed: ReadonlySet<string>, say: Say): Item | undefined {
  const tidied = tidy(element, { left: MAX_VALUES })
  if (!isFields(tidied)) return asText(tidied)
  const known = withKnownUrls(tidied, allowed, say)
  const valid = known && parse(known)
  if (valid?.type === 'text' && valid.text.trim() === '') return undefined
  if (valid) return valid
  const text = asText(tidied)
  if (known && text) say(msg('item_shown_as_text'))
  return text
}

function asText(value: unknown): Item | undefined {
  const text = cut(formatUnknownData(value), MAX_TEXT).trim()
  return text === '' ? undefined : { type: 'text', text }
}

/** Strict schemas make models write null for absent fields, so nulls and unknown keys are ignored. */
function parse(fields: Fields): Item | undefined {
  const first = Item.safeParse(fields)
  if (first.success) return first.data
  const copy = structuredClone(fields)
  for (const issue of first.error.issues) {
    if (issue.code !== 'unrecognized_keys') return undefined
    const holder = issue.path.reduce<unknown>(
      (at, key) => (isFields(at) || Array.isArray(at) ? at[key as never] : at),
      copy,
    )
    if (isFields(holder)) for (const key of issue.keys) delete holder[key]
  }
  return Item.safeParse(copy).data
}

/** Copies plain data without nulls and values JSON cannot express, limited in depth and size. */
function tidy(value: unknown, budget: { left: number }, depth = 0): unknown {
  if (budget.left-- <= 0 || depth > MAX_DEPTH) return undefined
  if (Array.isArray(value))
    return value.map((each) => tidy(each, budget, depth + 1)).filter((each) => each !== undefined)
  if (isFields(value)) {
    const pairs = Object.entries(value).map(([key, each]) => [key, tidy(each, budget, depth + 1)] as const)
    return Object.fromEntries(pairs.filter(([, each]) => each !== undefined))
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined
}

/** Removes unknown URLs. Undefined if the item is useless without them. */
function withKnownUrls(item: Fields, allowed: ReadonlySet<string>, say: Say): Fields | undefined {
  const isKnown = (value: unknown): boolean => {
    const url = typeof value === 'string' ? canonicalUrl(value) : undefined
    if (url !== undefined && allowed.has(url)) return true
    say(msg('loss_address_left_out', { address: cut(shown(value), 200) }))
    return false
  }
  for (const key of ITS_ADDRESS[shown(item['type'])] ?? []) if (!isKnown(item[key])) return undefined
  const card = (fields: Fields): Fields => {
    const { imageUrl, buttons, ...rest } = fields
    return {
      ...rest,
      ...(imageUrl === undefined || !isKnown(imageUrl) ? {} : { imageUrl }),
      ...(buttons === undefined ? {} : { buttons: listOf(buttons).filter((button) => !opensUnknown(button, isKnown)) }),
    }
  }
  if (item['type'] === 'carousel')
    return { ...item, cards: listOf(item['cards']).map((each) => (isFields(each) ? card(each) : each)) }
  return item['type'] === 'cardV2' || item['type'] === 'choice' ? card(item) : item
}
/** String() throws for some objects. */
const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const ITS_ADDRESS: Readonly<Record<string, readonly string[]>> = { visual: ['image'], iFrame: ['url'], file: ['url'] }

function opensUnknown(button: unknown, isKnown: (value: unknown) => boolean): boolean {
  const request = isFields(button) ? button['request'] : undefined
  return isFields(request) && request['type'] === 'open_url' && !isKnown(request['payload'])
}
