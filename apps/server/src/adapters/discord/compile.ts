// Compiles a message into webhook calls: texts, embeds and buttons within Discord's limits, with citations.
import type { Button, Card, Item } from '@parlance/contract/items/schemas'
import { degrade, losses } from '@parlance/engine/items/channels'
import { shorten, splitText } from '@parlance/engine/items/split'
import type {
  ChannelRequest,
  Compiled,
  CompiledOption,
  OutboundMessage,
  ThreadRef,
} from '../../modules/channels/index.ts'

/** Leaves room for a mention and for sources under the text. */
const MAX_PIECE = 1900
const MAX_NUMBERED = 1400
const MAX_EMBEDS_TEXT = 6000
const MAX_SOURCES = 5
const PER_ROW = 5
const MAX_BUTTONS = 25
/** Discord opens every link for its preview, including those that an attacker made the model write. */
const SUPPRESS_EMBEDS = 1 << 2

/** A thread has one key; in the channel itself, where several people write, each person has their own. */
export const threadKey = { thread: (id: string) => `t:${id}`, person: (id: string) => `u:${id}` }
export const threadId = (thread: string): string | undefined => /^t:(\d+)$/.exec(thread)?.[1]
const personId = (thread: string): string | undefined => /^u:(\d+)$/.exec(thread)?.[1]

interface Draft {
  readonly content?: string
  readonly embeds?: readonly Readonly<Record<string, unknown>>[]
  readonly components?: readonly Readonly<Record<string, unknown>>[]
  /** Labels of the buttons, for webhooks whose buttons Discord ignores. */
  readonly numbered?: string
}

export function compileDiscord(message: OutboundMessage, { thread }: ThreadRef): Compiled {
  const options: CompiledOption[] = []
  const drafts = degrade(message.items.flatMap(inMessages), 'discord').flatMap((item) =>
    draftsOf(item, message.ref, options),
  )
  const cited = sourceLines(message.sources)
  const last = drafts.at(-1)
  const fits = last?.content !== undefined && !last.embeds && lengthOf(last) + cited.length + 2 <= MAX_PIECE
  if (cited !== '' && last && fits) drafts.splice(-1, 1, { ...last, content: `${last.content}\n\n${cited}` })
  else if (cited !== '') drafts.push({ content: cited })
  const person = personId(thread)
  const inThread = threadId(thread)
  const requests = drafts.map((draft, index): ChannelRequest => {
    // Several people may write in the channel: the mention says who gets the answer.
    const mention = person !== undefined && index === 0 ? `<@${person}> ` : ''
    const content = `${mention}${draft.content ?? ''}`
    return {
      method: 'execute',
      body: {
        ...draft,
        ...(content === '' ? {} : { content }),
        ...(inThread === undefined ? {} : { thread_id: inThread }),
      },
    }
  })
  return { requests, options, losses: losses(message.items, 'discord').map(({ item, detail }) => ({ item, detail })) }
}

/** Spreads buttons that don't fit on one message over several. */
const inMessages = (item: OutboundMessage['items'][number]): OutboundMessage['items'] =>
  item.type === 'choice' && item.buttons.length > MAX_BUTTONS
    ? item.buttons.flatMap((_button, index) =>
        index % MAX_BUTTONS === 0
          ? [
              {
                ...item,
                message: index === 0 ? item.message : '',
                buttons: item.buttons.slice(index, index + MAX_BUTTONS),
              },
            ]
          : [],
      )
    : [item]

export interface WebhookLook {
  readonly username: string
  readonly avatarUrl: string
}
export function toWebhook(
  { body }: ChannelRequest,
  { isAppOwned, look }: { readonly isAppOwned: boolean; readonly look: WebhookLook },
): Record<string, unknown> {
  const { numbered, thread_id: _thread, content, components, ...rest } = body
  const words = [content, isAppOwned ? undefined : numbered]
    .filter((part) => part !== undefined && part !== '')
    .join('\n')
  // The flag would hide the message's own embeds, too.
  const hasEmbeds = Array.isArray(rest.embeds) && rest.embeds.length > 0
  return {
    ...rest,
    ...(words === '' ? {} : { content: hasEmbeds ? withoutPreviews(words) : words }),
    flags: hasEmbeds ? 0 : SUPPRESS_EMBEDS,
    ...(isAppOwned && components !== undefined ? { components } : {}),
    username: look.username,
    ...(look.avatarUrl === '' ? {} : { avatar_url: look.avatarUrl }),
    allowed_mentions: { parse: [] },
  }
}

/** Of a message that is there: what it says from now on, whole. Its name and picture stay. */
export function toEdit(...given: Parameters<typeof toWebhook>): Record<string, unknown> {
  const { username: _name, avatar_url: _picture, message_id: _id, ...body } = toWebhook(...given)
  return { content: '', embeds: [], components: [], ...body }
}

export function draftDiscord(text: string, { thread }: ThreadRef, shown: string | undefined): ChannelRequest {
  const person = personId(thread)
  const inThread = threadId(thread)
  const piece = plainImages(text)
    .slice(0, MAX_PIECE - 100)
    .toWellFormed()
  return {
    method: 'draft',
    body: {
      content: `${person === undefined ? '' : `<@${person}> `}${piece} …`,
      ...(inThread === undefined ? {} : { thread_id: inThread }),
      ...(shown === undefined ? {} : { message_id: shown }),
    },
  }
}

const lengthOf = ({ content = '', numbered = '' }: Draft) => content.length + numbered.length + 1

const plainImages = (markdown: string) => markdown.replaceAll(/!\[([^\][]*)\]\(/g, '[$1](')
const textDrafts = (text: string, max = MAX_PIECE): Draft[] =>
  splitText(plainImages(text), { max, unit: 'characters' }).map((content) => ({ content }))

/** Discord previews no address in angle brackets. */
const withoutPreviews = (text: string) =>
  text.replaceAll(/(?<=\()https?:\/\/[^\s<>)]+|(?<![<(])https?:\/\/[^\s<>]*[^\s<>.,:;!?]/gi, '<$&>')
const isWeb = (url: string) => /^https?:\/\/\S+$/.test(url) && url.length <= 1500
const link = (name: string, url: string) =>
  isWeb(url) ? `[${name.replaceAll(/[[\]]/g, '')}](<${url.replaceAll('>', '%3E')}>)` : `${name}: ${url}`

function sourceLines(sources: OutboundMessage['sources']): string {
  const named = sources.slice(0, MAX_SOURCES).map(({ title, url }, index) => {
    const name = shorten(title, 120)
    return `-# [${index + 1}] ${url !== undefined && url.length <= 200 ? link(name, url) : name}`
  })
  return named.join('\n')
}

function draftsOf(item: Item, ref: string, options: CompiledOption[]): Draft[] {
  switch (item.type) {
    case 'text':
      return textDrafts(item.text)
    case 'choice':
      return withButtons({ content: item.message?.trim() ?? '' }, item.buttons, ref, options)
    case 'visual':
      return isWeb(item.image)
        ? [{ embeds: [{ image: { url: item.image }, ...(item.alt ? { description: shorten(item.alt, 1000) } : {}) }] }]
        : textDrafts(item.alt || item.image)
    case 'cardV2':
      return cardDrafts(item, ref, options)
    case 'carousel': {
      const embeds = item.cards.map(embedOf)
      const isBare = item.cards.every(({ buttons }) => buttons.length === 0)
      const fits = item.cards.length <= 10 && JSON.stringify(embeds).length <= MAX_EMBEDS_TEXT
      return isBare && fits ? [{ embeds }] : item.cards.flatMap((card) => cardDrafts(card, ref, options))
    }
    case 'file':
      return textDrafts(isWeb(item.url) ? `[${item.name.replaceAll(/[[\]]/g, '')}](${item.url})` : item.name)
    default:
      // `degrade` leaves no other kinds.
      return []
  }
}

const embedOf = ({ title, description, imageUrl }: Card): Record<string, unknown> => ({
  title: shorten(title || '…', 256),
  ...(description?.text ? { description: shorten(description.text, 4096) } : {}),
  ...(imageUrl !== undefined && isWeb(imageUrl) ? { image: { url: imageUrl } } : {}),
})

function cardDrafts(card: Card, ref: string, options: CompiledOption[]): Draft[] {
  const embed = { embeds: [embedOf(card)] }
  return card.buttons.length === 0 ? [embed] : withButtons(embed, card.buttons, ref, options)
}

/** Typed numbers count the options of the whole message. */
function withButtons(above: Draft, buttons: readonly Button[], ref: string, options: CompiledOption[]): Draft[] {
  const lines: string[] = []
  const keys = buttons.map(({ name, request }): Record<string, unknown> => {
    const label = shorten(name || '…', 80)
    if (request.type === 'open_url') {
      lines.push(link(name, request.payload))
      return { type: 2, style: 5, label, url: request.payload }
    }
    const id = `c:${ref}:${options.length}`
    options.push({ id, label: name, says: request.payload ?? name })
    lines.push(`${options.length}. ${name}`)
    return { type: 2, style: 2, label, custom_id: id }
  })
  const pressable = keys.filter(({ url }) => url === undefined || isLinkable(String(url)))
  const components = pressable.flatMap((_key, index) =>
    index % PER_ROW === 0 ? [{ type: 1, components: pressable.slice(index, index + PER_ROW) }] : [],
  )
  const numbered = lines.join('\n')
  const isLong = numbered.length > MAX_NUMBERED
  const pieces = textDrafts([above.content, isLong ? numbered : ''].filter(Boolean).join('\n'), MAX_PIECE / 3)
  const last = pieces.pop()
  return [
    ...pieces,
    { ...above, content: last?.content ?? (above.embeds ? '' : '…'), components, ...(isLong ? {} : { numbered }) },
  ]
}
const isLinkable = (url: string) => /^(?:https?|discord):\/\//.test(url) && url.length <= 512
