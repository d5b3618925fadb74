/** What the Cloud API accepts at `/{phone}/messages`, with the limits of Meta's documentation. */
export interface WhatsappFault {
  readonly code: number
  readonly details: string
}
type Body = Readonly<Record<string, unknown>>

const wrong = (details: string): WhatsappFault => ({ code: 131_009, details })
const missing = (name: string): WhatsappFault => ({ code: 131_008, details: `Parameter ${name} is required` })
const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const COMMON = ['messaging_product', 'recipient_type', 'to', 'recipient', 'type', 'context', 'biz_opaque_callback_data']
const KINDS = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'interactive',
  'template',
  'reaction',
]
const MEDIA = new Set(['image', 'video', 'audio', 'document', 'sticker'])
const CAPTIONED = new Set(['image', 'video', 'document'])

/** Why a call is refused; undefined when it is valid. */
export function faultOf(body: Body): WhatsappFault | undefined {
  if (body.messaging_product !== 'whatsapp') return { code: 100, details: 'messaging_product must be whatsapp' }
  if (body.status !== undefined) return statusFault(body)
  const kind = textOf(body.type) || 'text'
  if (!KINDS.includes(kind)) return { code: 100, details: `type ${kind} is unknown` }
  for (const name of Object.keys(body))
    if (name !== kind && !COMMON.includes(name)) return { code: 100, details: `Unexpected key "${name}" on param` }
  const { to, recipient } = body
  if (to === undefined && recipient === undefined) return missing('to')
  const isGroup = body.recipient_type === 'group'
  if (to !== undefined && !(isGroup ? /^\S+$/ : /^\+?\d{6,15}$/).test(textOf(to))) return wrong('to is not valid')
  if (recipient !== undefined && !/^[A-Z]{2}\.\S{3,200}$/.test(textOf(recipient)))
    return wrong('recipient is not valid')
  if (isGroup && kind === 'interactive') return { code: 131_051, details: 'Groups take no interactive messages' }
  const part = body[kind]
  if (kind === 'contacts') return Array.isArray(part) && part.length > 0 ? undefined : missing('contacts')
  if (!isObject(part)) return missing(kind)
  if (MEDIA.has(kind)) return mediaFault(kind, part)
  switch (kind) {
    case 'text':
      return lengthFault('text.body', part.body, 4096)
    case 'location':
      return typeof part.latitude === 'number' && typeof part.longitude === 'number' ? undefined : missing('latitude')
    case 'reaction':
      return textOf(part.message_id) === '' ? missing('reaction.message_id') : undefined
    case 'template':
      return templateFault(part)
    default:
      return interactiveFault(part)
  }
}

function statusFault({ status, message_id: id, typing_indicator: typing }: Body): WhatsappFault | undefined {
  if (status !== 'read') return wrong('status must be read')
  if (textOf(id) === '') return missing('message_id')
  return typing === undefined || (isObject(typing) && typing.type === 'text') ? undefined : wrong('typing_indicator')
}

function lengthFault(name: string, value: unknown, max: number): WhatsappFault | undefined {
  const text = textOf(value)
  if (text.trim() === '') return missing(name)
  return text.length > max ? wrong(`${name} must be at most ${max} characters`) : undefined
}

function mediaFault(kind: string, part: Body): WhatsappFault | undefined {
  const hasId = textOf(part.id) !== ''
  const hasLink = textOf(part.link) !== ''
  if (hasId === hasLink) return missing(`${kind}.id or ${kind}.link`)
  if (hasLink && !/^https?:\/\/\S+$/.test(textOf(part.link))) return wrong(`${kind}.link is not a valid URL`)
  if (part.caption === undefined) return undefined
  return CAPTIONED.has(kind) ? lengthFault('caption', part.caption, 1024) : wrong(`${kind} takes no caption`)
}

/** WhatsApp takes such a message, and reports later that it failed. */
export const hasRefusedPicture = (body: Body): boolean =>
  body.type !== 'template' &&
  [...JSON.stringify(body).matchAll(/"image":\{"link":"([^"?#]*)/g)].some(([, link = '']) =>
    /\.(?:gif|webp|svg|avif|hei[cf]|bmp|tiff?|ico)$/i.test(link),
  )

function templateFault(part: Body): WhatsappFault | undefined {
  if (!/^[a-z0-9_]{1,512}$/.test(textOf(part.name))) return wrong('template.name')
  const { language } = part
  return isObject(language) && textOf(language.code) !== '' ? undefined : missing('template.language.code')
}

function interactiveFault(part: Body): WhatsappFault | undefined {
  const body = lengthFault('interactive.body.text', isObject(part.body) ? part.body.text : undefined, 1024)
  if (body) return body
  if (isObject(part.footer) && textOf(part.footer.text).length > 60)
    return wrong('footer must be at most 60 characters')
  const header = part.header === undefined ? undefined : headerFault(part.header)
  if (header) return header
  const { action } = part
  if (!isObject(action)) return missing('interactive.action')
  switch (part.type) {
    case 'button':
      return buttonsFault(action.buttons, 'reply', 3)
    case 'list':
      return part.header !== undefined && isObject(part.header) && part.header.type !== 'text'
        ? wrong('a list takes text headers only')
        : listFault(action)
    case 'cta_url':
      return linkFault(action)
    case 'carousel':
      return carouselFault(action.cards)
    case 'location_request_message':
      return action.name === 'send_location' ? undefined : wrong('action.name')
    default:
      return wrong('interactive.type')
  }
}

function headerFault(header: unknown): WhatsappFault | undefined {
  if (!isObject(header)) return wrong('header')
  const kind = textOf(header.type)
  if (kind === 'text') return lengthFault('header.text', header.text, 60)
  const media = header[kind]
  return ['image', 'video', 'document'].includes(kind) && isObject(media) ? mediaFault(kind, media) : wrong('header')
}

function buttonsFault(given: unknown, key: 'reply' | 'quick_reply', max: number): WhatsappFault | undefined {
  if (!Array.isArray(given) || given.length === 0 || given.length > max)
    return wrong(`buttons must have 1 to ${max} entries`)
  const titles = new Set<string>()
  const ids = new Set<string>()
  for (const one of given as Body[]) {
    const reply = one[key]
    if (one.type !== key || !isObject(reply)) return wrong(`buttons must be of type ${key}`)
    const fault = lengthFault('title', reply.title, 20) ?? lengthFault('id', reply.id, 256)
    if (fault) return fault
    titles.add(textOf(reply.title))
    ids.add(textOf(reply.id))
  }
  return titles.size === given.length && ids.size === given.length ? undefined : wrong('titles and ids must be unique')
}

function listFault(action: Body): WhatsappFault | undefined {
  const label = lengthFault('action.button', action.button, 20)
  if (label) return label
  const { sections } = action
  if (!Array.isArray(sections) || sections.length === 0 || sections.length > 10)
    return wrong('sections must have 1 to 10 entries')
  const all = sections as Body[]
  if (all.length > 1 && all.some(({ title }) => textOf(title) === '')) return missing('section.title')
  if (all.some(({ title }) => textOf(title).length > 24)) return wrong('section.title')
  const rows = all.flatMap((section) => (Array.isArray(section.rows) ? (section.rows as Body[]) : []))
  if (rows.length === 0 || rows.length > 10) return wrong('rows must have 1 to 10 entries')
  for (const row of rows) {
    const fault = lengthFault('row.title', row.title, 24) ?? lengthFault('row.id', row.id, 200)
    if (fault) return fault
    if (textOf(row.description).length > 72) return wrong('row.description')
  }
  return new Set(rows.map(({ id }) => id)).size === rows.length ? undefined : wrong('row ids must be unique')
}

function linkFault(action: Body): WhatsappFault | undefined {
  const { parameters } = action
  if (action.name !== 'cta_url' || !isObject(parameters)) return wrong('action of cta_url')
  if (!/^https?:\/\/\S+$/.test(textOf(parameters.url))) return wrong('parameters.url')
  return lengthFault('display_text', parameters.display_text, 20)
}

function carouselFault(given: unknown): WhatsappFault | undefined {
  if (!Array.isArray(given) || given.length < 2 || given.length > 10) return wrong('cards must have 2 to 10 entries')
  const cards = given as Body[]
  const [first] = cards
  for (const [index, card] of cards.entries()) {
    if (card.card_index !== index) return wrong('card_index')
    if (card.type !== first?.type) return wrong('all cards must be alike')
    const header = headerFault(card.header)
    if (header) return header
    const body = lengthFault('card.body.text', isObject(card.body) ? card.body.text : undefined, 160)
    if (body) return body
    const action = isObject(card.action) ? card.action : {}
    const fault = card.type === 'cta_url' ? linkFault(action) : buttonsFault(action.buttons, 'quick_reply', 2)
    if (fault) return fault
  }
  return undefined
}

const NAME = /^[a-z0-9_]{1,512}$/
const CATEGORIES = ['AUTHENTICATION', 'MARKETING', 'UTILITY']

export function newTemplateFault(body: Body, handles: ReadonlySet<string>): WhatsappFault | undefined {
  const refused = (details: string): WhatsappFault => ({ code: 100, details })
  if (!NAME.test(textOf(body.name))) return refused('name may only contain lowercase letters, digits and underscores')
  if (!/^[a-z]{2,3}(?:_[A-Z]{2,3})?$/.test(textOf(body.language))) return refused('language is unknown')
  if (!CATEGORIES.includes(textOf(body.category))) return refused('category is unknown')
  if (!Array.isArray(body.components)) return refused('components are required')
  const components = body.components as Body[]
  const head = components.find(({ type }) => type === 'HEADER')
  if (['IMAGE', 'VIDEO', 'DOCUMENT'].includes(textOf(head?.format))) {
    const [handle = ''] = (head?.example as { header_handle?: string[] } | undefined)?.header_handle ?? []
    if (!handles.has(handle)) return refused('a header with a file needs an example that was uploaded')
  }
  if (
    /\{\{/.test(textOf(head?.text)) &&
    !(head?.example as { header_text?: string[] } | undefined)?.header_text?.length
  )
    return refused('an example for the header is required')
  const buttons = (components.find(({ type }) => type === 'BUTTONS')?.buttons ?? []) as Body[]
  if (buttons.some(({ url, example }) => /\{\{/.test(textOf(url)) && !Array.isArray(example)))
    return refused('an example for the address of a button is required')
  const [main] = components.filter(({ type }) => type === 'BODY')
  const text = textOf(main?.text)
  if (text === '' || text.length > 1024) return refused('BODY text must have 1 to 1024 characters')
  const places = [...text.matchAll(/\{\{(\d+)\}\}/g)].map(([, n]) => Number(n))
  if (places.some((n, index) => n !== index + 1)) return refused('placeholders must be {{1}}, {{2}} in order')
  if (/^\s*\{\{|\}\}\s*$/.test(text)) return { code: 100, details: 'placeholders can’t stand at the start or end' }
  const [examples] = (main?.example as { body_text?: string[][] } | undefined)?.body_text ?? []
  return places.length === (examples?.length ?? 0) ? undefined : refused('an example for each placeholder is required')
}
