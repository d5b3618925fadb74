import type { Item } from '@parlance/contract/items/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { degrade, losses } from '@parlance/engine/items/channels'
import { sha256 } from '../../lib/crypto.ts'
import type {
  Compiled,
  CompiledOption,
  FirstMessage,
  OutboundMessage,
  ThreadRef,
} from '../../modules/channels/index.ts'

export const MAX_ATTACHED = 5
const MAX_SOURCES = 10

const answersOf = (item: Item) => {
  const buttons =
    item.type === 'choice' || item.type === 'cardV2'
      ? item.buttons
      : item.type === 'carousel'
        ? item.cards.flatMap((card) => card.buttons)
        : []
  return buttons.filter(({ request }) => request.type !== 'open_url')
}

function optionsOf(items: readonly Item[], ref: string): CompiledOption[] {
  return items.flatMap(answersOf).map(({ name, request }, at) => ({
    id: `c:${ref}:${at}`,
    label: name,
    says: request.type === 'open_url' ? name : (request.payload ?? name),
  }))
}

export function compileEmail({ ref, from, items, sources }: OutboundMessage, to: ThreadRef): Compiled {
  const { address = '', subject = '', references = '', messageId = '' } = to.details ?? {}
  const files = items.flatMap((item) => (item.type === 'file' ? [item] : [])).slice(0, MAX_ATTACHED)
  const rest = items.filter((item) => !files.some((file) => file === item))
  const cited = sources
    .slice(0, MAX_SOURCES)
    .map(({ title, url }, at) => `[${at + 1}] ${title}${url !== undefined && /^https?:/.test(url) ? `: ${url}` : ''}`)
  const text = [plainText(degrade(rest, 'email')), cited.join('\n')].filter((part) => part !== '').join('\n\n')
  const attachments = files.map(({ url, name, mime }) => ({ url, name, mime: mime ?? 'application/octet-stream' }))
  const key = sha256(JSON.stringify([to.thread, ref, text, attachments])).slice(0, 32)
  const body = { key, from, address, subject, thread: to.thread, references, inReplyTo: messageId, text, attachments }
  return {
    requests: [{ method: 'send', body }],
    options: optionsOf(rest, ref),
    losses: losses(rest, 'email').map(({ item, detail }) => ({ item, detail })),
  }
}

/** A mail to someone who may never have written: a new subject, without references, with a way to unsubscribe. */
export function compileFirst(
  { key, text, subject, ...first }: FirstMessage,
  { thread, address }: { readonly thread: string; readonly address: string },
) {
  const { sender, language, unsubscribe } = first
  const body = {
    key: sha256(JSON.stringify([thread, key])).slice(0, 32),
    from: 'agent',
    address,
    subject,
    thread,
    references: '',
    inReplyTo: '',
    text,
    attachments: [],
    first: { sender, language, unsubscribe },
  }
  return { request: { method: 'first', body }, details: { address, subject, references: '', messageId: '' } }
}
