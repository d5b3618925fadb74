/** The Send API's limits by Meta's documentation. */
export type PagesChannel = 'messenger' | 'instagram'
export interface SendFault {
  readonly code: number
  readonly subcode?: number
  readonly message: string
}
type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const wrong = (message: string, subcode?: number): SendFault => ({
  code: 100,
  ...(subcode === undefined ? {} : { subcode }),
  message,
})
const TAGS = new Set(['HUMAN_AGENT', 'ACCOUNT_UPDATE', 'CONFIRMED_EVENT_UPDATE', 'POST_PURCHASE_UPDATE'])

/** Undefined for a valid call. */
export function sendFault(channel: PagesChannel, body: Fields): SendFault | undefined {
  const unknown = unknownOf(body, ['recipient', 'messaging_type', 'message', 'sender_action', 'tag', 'metadata'])
  if (unknown) return unknown
  if (!isFields(body.recipient) || typeof body.recipient.id !== 'string')
    return wrong('The parameter recipient is required')
  if (body.sender_action !== undefined) {
    if (body.message !== undefined) return wrong('Cannot send both message and sender_action')
    return ['typing_on', 'typing_off', 'mark_seen'].includes(String(body.sender_action))
      ? undefined
      : wrong('Param sender_action must be one of {TYPING_ON, TYPING_OFF, MARK_SEEN}')
  }
  if (body.messaging_type === 'MESSAGE_TAG') {
    if (!TAGS.has(String(body.tag))) return wrong('Param tag must be a valid message tag')
  } else if (!['RESPONSE', 'UPDATE'].includes(String(body.messaging_type)))
    return wrong('Param messaging_type must be one of {RESPONSE, UPDATE, MESSAGE_TAG}')
  return isFields(body.message) ? messageFault(channel, body.message) : wrong('Empty message')
}

function unknownOf(fields: Fields, known: readonly string[]): SendFault | undefined {
  const name = Object.keys(fields).find((key) => !known.includes(key) && fields[key] !== undefined)
  return name === undefined ? undefined : wrong(`Unexpected key "${name}"`)
}

function messageFault(channel: PagesChannel, message: Fields): SendFault | undefined {
  const unknown = unknownOf(message, ['text', 'attachment', 'quick_replies', 'metadata'])
  if (unknown) return unknown
  const { text, attachment, quick_replies: replies } = message
  if (text !== undefined && attachment !== undefined) return wrong('Cannot send both text and attachment')
  if (typeof text === 'string') {
    if (text.trim() === '') return wrong('Empty text')
    if (channel === 'instagram' ? Buffer.byteLength(text) > 1000 : text.length > 2000)
      return wrong(
        `Length of param message[text] must be less than or equal to ${channel === 'instagram' ? 1000 : 2000}`,
      )
  } else if (!isFields(attachment)) return wrong('Empty message')
  const fault = isFields(attachment) ? attachmentFault(channel, attachment) : undefined
  return fault ?? (replies === undefined ? undefined : repliesFault(replies))
}

function repliesFault(replies: unknown): SendFault | undefined {
  if (!Array.isArray(replies) || replies.length === 0 || replies.length > 13)
    return wrong('Param message[quick_replies] must have 1 to 13 elements')
  for (const reply of replies as Fields[]) {
    if (reply.content_type !== 'text') return wrong('Param content_type must be one of {TEXT}')
    const fault = titleFault(reply.title) ?? payloadFault(reply.payload)
    if (fault) return fault
  }
  return undefined
}
const titleFault = (title: unknown, max = 20) =>
  typeof title === 'string' && title !== '' && title.length <= max
    ? undefined
    : wrong(`Title must have 1 to ${max} characters`)
const payloadFault = (payload: unknown) =>
  typeof payload === 'string' && payload !== '' && payload.length <= 1000
    ? undefined
    : wrong('Payload must have 1 to 1000 characters')
const isWeb = (url: unknown) => typeof url === 'string' && /^https?:\/\/\S+$/.test(url)

function attachmentFault(channel: PagesChannel, { type, payload }: Fields): SendFault | undefined {
  if (!isFields(payload)) return wrong('Param message[attachment][payload] is required')
  if (type === 'template') return templateFault(payload)
  const kinds = channel === 'instagram' ? ['image', 'audio', 'video'] : ['image', 'audio', 'video', 'file']
  if (!kinds.includes(String(type))) return wrong('Param message[attachment][type] is not valid')
  return isWeb(payload.url) ? undefined : wrong('Attachment URL is not valid', 2018008)
}

function templateFault(payload: Fields): SendFault | undefined {
  if (payload.template_type === 'button') {
    if (typeof payload.text !== 'string' || payload.text === '' || payload.text.length > 640)
      return wrong('Button template text must have 1 to 640 characters')
    return buttonsFault(payload.buttons, 1)
  }
  if (payload.template_type !== 'generic') return wrong('Param template_type is not valid')
  const { elements } = payload
  if (!Array.isArray(elements) || elements.length === 0 || elements.length > 10)
    return wrong('Generic template must have 1 to 10 elements')
  for (const element of elements as Fields[]) {
    const { title, subtitle, image_url: image, buttons } = element
    const fault = unknownOf(element, ['title', 'subtitle', 'image_url', 'default_action', 'buttons'])
    if (fault) return fault
    if (typeof title !== 'string' || title === '' || title.length > 80)
      return wrong('Element title must have 1 to 80 characters')
    if (subtitle !== undefined && (typeof subtitle !== 'string' || subtitle.length > 80))
      return wrong('Element subtitle must have at most 80 characters')
    if (image !== undefined && !isWeb(image)) return wrong('Element image_url is not valid')
    if (subtitle === undefined && image === undefined && buttons === undefined)
      return wrong('Element must have one more property than its title')
    const inside = buttons === undefined ? undefined : buttonsFault(buttons, 1)
    if (inside) return inside
  }
  return undefined
}

function buttonsFault(buttons: unknown, min: number): SendFault | undefined {
  if (!Array.isArray(buttons) || buttons.length < min || buttons.length > 3)
    return wrong('There must be 1 to 3 buttons')
  for (const { type, title, url, payload } of buttons as Fields[]) {
    const fault = titleFault(title)
    if (fault) return fault
    if (type === 'web_url' ? !isWeb(url) : type !== 'postback' || payloadFault(payload) !== undefined)
      return wrong('Button is not valid')
  }
  return undefined
}
