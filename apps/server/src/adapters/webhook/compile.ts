import { WRITTEN } from '@parlance/contract/channels/capabilities'
import { webhookCan } from '@parlance/contract/channels/webhook'
import type { Button, Card, Item } from '@parlance/contract/items/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { degrade, losses } from '@parlance/engine/items/channels'
import type { Compiled, CompiledOption, OutboundMessage, ThreadRef } from '../../modules/channels/index.ts'

const MAX_SOURCES = 10

export function compileWebhook({ ref, from, items, sources }: OutboundMessage, to: ThreadRef): Compiled {
  const can = webhookCan(to.settings ?? {})
  const pressed: CompiledOption[] = []
  const shown = degrade(items, 'webhook', can).flatMap((item) => shownOf(item, ref, pressed))
  const words = plainText(degrade(items, 'webhook', { ...WRITTEN, text: can.text }))
  const cited = sources.slice(0, MAX_SOURCES).map(({ title, url }) => ({ title, ...(isWeb(url) ? { url } : {}) }))
  const list = cited.map(({ title, url }, at) => `[${at + 1}] ${title}${url === undefined ? '' : `: ${url}`}`)
  const text = [words, list.join('\n')].filter((part) => part !== '').join('\n\n')
  const body = { type: 'message', conversation: to.thread, from, text, items: shown, sources: cited }
  return {
    requests: shown.length === 0 && text === '' ? [] : [{ method: 'message', body }],
    options: can.buttons.max === 0 ? written(items, ref) : pressed,
    losses: losses(items, 'webhook', can).map(({ item, detail }) => ({ item, detail })),
  }
}

const isWeb = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//.test(url)

function shownOf(item: Item, ref: string, options: CompiledOption[]): object[] {
  switch (item.type) {
    case 'text':
      return [{ type: 'text', text: item.text }]
    case 'choice':
      return [{ type: 'choice', text: item.message ?? '', buttons: keysOf(item.buttons, ref, options) }]
    case 'visual':
      return [{ type: 'picture', url: item.image, alt: item.alt }]
    case 'cardV2':
      return [{ type: 'card', ...cardOf(item, ref, options) }]
    case 'carousel':
      return [{ type: 'cards', cards: item.cards.map((card) => cardOf(card, ref, options)) }]
    case 'file':
      return [{ type: 'file', url: item.url, name: item.name, ...(item.mime === undefined ? {} : { mime: item.mime }) }]
    default:
      // `degrade` leaves no other kinds.
      return []
  }
}

const cardOf = ({ title, description, imageUrl, buttons }: Card, ref: string, options: CompiledOption[]) => ({
  title,
  text: description?.text ?? '',
  ...(imageUrl === undefined ? {} : { picture: imageUrl }),
  buttons: keysOf(buttons, ref, options),
})

const keysOf = (buttons: readonly Button[], ref: string, options: CompiledOption[]) =>
  buttons.map(({ name, request }) => {
    if (request.type === 'open_url') return { label: name, url: request.payload }
    const id = `c:${ref}:${options.length}`
    options.push({ id, label: name, says: request.payload ?? name })
    return { label: name, id }
  })

function written(items: readonly Item[], ref: string): CompiledOption[] {
  const options: CompiledOption[] = []
  for (const item of items)
    if (item.type === 'choice' || item.type === 'cardV2') keysOf(item.buttons, ref, options)
    else if (item.type === 'carousel') for (const { buttons } of item.cards) keysOf(buttons, ref, options)
  return options
}
