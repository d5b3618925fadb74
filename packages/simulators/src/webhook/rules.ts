/** Validates documents of a webhook channel; returns the problem in words. */
type Json = Readonly<Record<string, unknown>>

const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value.length <= max
const isAddress = (value: unknown) => isText(value, 4096) && /^https?:\/\//.test(value)
const ITEMS: Readonly<Record<string, (item: Json) => boolean>> = {
  text: ({ text }) => isText(text, 10_000) && text !== '',
  choice: ({ text, buttons }) => isText(text, 10_000) && areButtons(buttons, 30),
  picture: ({ url, alt }) => isAddress(url) && isText(alt, 2000),
  card: isCard,
  cards: ({ cards }) => Array.isArray(cards) && cards.length <= 10 && cards.every(isCard),
  file: ({ url, name }) => isAddress(url) && isText(name, 500),
}

function isCard({ title, text, picture, buttons }: Json): boolean {
  return (
    isText(title, 200) &&
    isText(text, 2000) &&
    (picture === undefined || isAddress(picture)) &&
    areButtons(buttons, 10, 0)
  )
}
function areButtons(all: unknown, most: number, least = 1): boolean {
  return (
    Array.isArray(all) &&
    all.length >= least &&
    all.length <= most &&
    (all as Json[]).every(
      ({ label, id, url }) => isText(label, 200) && (url === undefined ? isText(id, 64) : isAddress(url)),
    )
  )
}

export function faultOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return 'no object'
  const { type, conversation, from, text, items, sources } = body as Json
  if (type === 'ping') return undefined
  if (type !== 'message') return 'unknown type'
  if (!isText(conversation, 200) || conversation === '') return 'no conversation'
  if (!['agent', 'human', 'system'].includes(String(from))) return 'unknown sender'
  if (!isText(text, 100_000)) return 'no text'
  if (!Array.isArray(sources)) return 'no sources'
  if (!Array.isArray(items)) return 'no items'
  const wrong = (items as Json[]).find((item) => !ITEMS[String(item.type)]?.(item))
  return wrong && `an item of type ${String(wrong.type)} is not as described`
}
