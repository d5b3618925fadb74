import { Item } from '@parlance/contract/items/schemas'
import { msg } from '@parlance/i18n/messages'
import { truncate } from './flow.ts'
import { get, record, string } from './json-document.ts'
import type { TypebotBlock, TypebotImport } from './typebot-flow.ts'

export const BUBBLES: ReadonlySet<string> = new Set(['text', 'image', 'video', 'embed', 'audio'])

/** The item, or undefined with a note when there is nothing to show. */
export function bubbleItem(block: TypebotBlock, flow: TypebotImport): Item | undefined {
  const content = record(get(block.source, 'content'))
  if (block.type === 'text') return textItem(block, flow)
  const url = flow.texts.fill(string(get(content, 'url')).trim(), block.where)
  const draft = block.type === 'video' ? video(content, url) : media(block.type, url, string(get(content, 'alt')))
  const item = Item.safeParse(draft)
  if (item.success) return item.data
  if (url === '') {
    flow.notes.lost(block.where, msg('import_bubble_without_address'))
    return undefined
  }
  flow.notes.info(block.where, msg('import_shown_as_link'))
  return { type: 'text', text: truncate(url, 2000, block.where, flow.notes) }
}

function textItem(block: TypebotBlock, flow: TypebotImport): Item | undefined {
  const text = truncate(
    flow.texts.rich(record(get(block.source, 'content')), block.where),
    10_000,
    block.where,
    flow.notes,
  )
  const only = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text)?.[1]
  if (only !== undefined && flow.spoken.has(only)) {
    flow.notes.info(block.where, msg('import_answer_bubble'))
    return undefined
  }
  return text === '' ? undefined : { type: 'text', text }
}

function media(type: string, url: string, alt: string): unknown {
  if (type === 'image') return { type: 'visual', image: url, alt: alt.slice(0, 500) }
  if (type === 'audio') return { type: 'file', url, name: 'Audio' }
  return { type: 'iFrame', url, title: 'Embed' }
}

function video(content: ReturnType<typeof record>, url: string): unknown {
  const id = encodeURIComponent(string(get(content, 'id')))
  const kind = string(get(content, 'type'))
  if (kind === 'youtube' && id) return { type: 'iFrame', url: `https://www.youtube.com/embed/${id}`, title: 'Video' }
  if (kind === 'vimeo' && id) return { type: 'iFrame', url: `https://player.vimeo.com/video/${id}`, title: 'Video' }
  if (/\.(mp4|webm|mov)(\?|$)/i.test(url)) return { type: 'file', url, name: 'Video' }
  return { type: 'iFrame', url, title: 'Video' }
}
