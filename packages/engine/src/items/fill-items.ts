// `{variables}` filled into fixed items.
import { fillIn, type Values, type WriteValue } from '@parlance/contract/agents/variables'
import { cut } from '@parlance/contract/lib/text'
import { checkItems } from './check.ts'
import type { Button, Card, FormField, Item } from '@parlance/contract/items/schemas'

interface Fill {
  /** Formats text shown to people. */
  readonly text: (text: string, max: number) => string
  /** Formats what is sent back: values as stored. */
  readonly sent: (text: string, max: number) => string
  readonly url: (address: string) => string
}

/**
 * Fills `{variables}` in items. Text for people goes through `write`; addresses and what buttons and choices send
 * through `send`, as stored unless the text names a formatter. In addresses only the part after the host is filled,
 * escaped, so that no value changes where a link leads. Items stay valid: too long text is cut, a button without a name
 * is dropped, the rest becomes text.
 */
export function fillItems(
  items: readonly Item[],
  values: Values,
  known: ReadonlySet<string> = new Set(),
  write?: WriteValue,
  send?: WriteValue,
): Item[] {
  const fill: Fill = {
    text: (text, max) => cut(fillIn(text, values, known, write), max),
    sent: (text, max) => cut(fillIn(text, values, known, send), max),
    url: (address) => fillUrl(address, values, known, send),
  }
  const filled = items.map((item) => fillItem(item, fill))
  return [...checkItems(filled, filled.flatMap(addressesOf)).items]
}

const HOST = /^(?:https?:\/\/[^/?#\\]*)?/i

function fillUrl(
  address: string,
  values: Values,
  known: ReadonlySet<string>,
  send: WriteValue = (value) => String(value),
): string {
  const host = HOST.exec(address)?.[0] ?? ''
  return host + fillIn(address.slice(host.length), values, known, (...value) => escape(send(...value)))
}
/** A value of dots would go up the path. */
const escape = (value: string) => (/^\.+$/.test(value) ? '' : encodeURIComponent(value.toWellFormed()))

function fillItem(item: Item, fill: Fill): Item {
  const label = (text: string | undefined) => (text === undefined ? {} : { submitLabel: fill.text(text, 50) })
  switch (item.type) {
    case 'text':
      return { ...item, text: fill.text(item.text, 10_000) }
    case 'choice':
      return {
        ...item,
        ...(item.message === undefined ? {} : { message: fill.text(item.message, 2000) }),
        buttons: fillButtons(item.buttons, fill),
      }
    case 'visual':
      return { ...item, image: fill.url(item.image), alt: fill.text(item.alt, 500) }
    case 'cardV2':
      return { ...item, ...fillCard(item, fill) }
    case 'carousel':
      return { ...item, cards: item.cards.map((card) => fillCard(card, fill)) }
    case 'iFrame':
      return { ...item, url: fill.url(item.url), title: fill.text(item.title, 200) }
    case 'form':
      return {
        ...item,
        ...(item.title === undefined ? {} : { title: fill.text(item.title, 200) }),
        ...(item.description === undefined ? {} : { description: fill.text(item.description, 2000) }),
        fields: item.fields.map((field) => fillField(field, fill)),
        ...label(item.submitLabel),
      }
    case 'input':
      return { ...item, field: fillField(item.field, fill), ...label(item.submitLabel) }
    case 'file':
      return { ...item, url: fill.url(item.url), name: fill.text(item.name, 200) }
  }
}

function fillButtons(buttons: readonly Button[], fill: Fill): Button[] {
  return buttons
    .map(({ name, request }): Button => {
      const payload = request.type === 'open_url' ? fill.url(request.payload) : fill.sent(request.payload ?? '', 500)
      const filled = request.type === 'open_url' ? { ...request, payload } : { ...request, ...(payload && { payload }) }
      return { name: fill.text(name, 200), request: filled }
    })
    .filter(({ name }) => name.trim() !== '')
}

function fillCard({ title, description, imageUrl, buttons }: Card, fill: Fill): Card {
  return {
    title: fill.text(title, 200),
    ...(imageUrl === undefined ? {} : { imageUrl: fill.url(imageUrl) }),
    ...(description === undefined ? {} : { description: { text: fill.text(description.text, 2000) } }),
    buttons: fillButtons(buttons, fill),
  }
}

function fillField(field: FormField, fill: Fill): FormField {
  const options = field.options?.map((option) => fill.sent(option, 200)).filter((option) => option.trim() !== '')
  return {
    ...field,
    label: fill.text(field.label, 200),
    ...(field.placeholder === undefined ? {} : { placeholder: fill.text(field.placeholder, 200) }),
    ...(options && { options }),
  }
}

export function addressesOf(item: Item): string[] {
  const opened = (buttons: readonly Button[]) =>
    buttons.flatMap(({ request }) => (request.type === 'open_url' ? [request.payload] : []))
  const ofCard = ({ imageUrl, buttons }: Pick<Card, 'imageUrl' | 'buttons'>) => [
    ...(imageUrl === undefined ? [] : [imageUrl]),
    ...opened(buttons),
  ]
  switch (item.type) {
    case 'choice':
      return opened(item.buttons)
    case 'visual':
      return [item.image]
    case 'cardV2':
      return ofCard(item)
    case 'carousel':
      return item.cards.flatMap(ofCard)
    case 'iFrame':
    case 'file':
      return [item.url]
    default:
      return []
  }
}
