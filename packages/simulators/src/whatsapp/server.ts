/**
 * WhatsApp's Cloud API as part of the Meta simulator: business accounts, numbers, messages, templates and people who
 * write.
 */
import { createHash, randomBytes } from 'node:crypto'
import {
  graphError,
  type GraphProduct,
  type GraphReply,
  type GraphRequest,
  type GraphTools,
  chatIn,
  endsOf,
  pageOf,
} from '../meta/graph.ts'
import { fileOf } from '../meta-pages/files.ts'
import { faultOf, hasRefusedPicture, newTemplateFault } from './messages.ts'
import { WHATSAPP_PAGE } from './page.ts'
import { type ShownMessage, shownOf } from './shown.ts'

type Body = Readonly<Record<string, unknown>>
interface Template {
  readonly id: string
  readonly name: string
  readonly language: string
  readonly category: string
  readonly components: readonly Body[]
  status: string
}
interface Kept {
  subscribed: string[]
  registered: string[]
  templates: Record<string, Template[]>
  /** By `number|person`. */
  chats?: Record<string, ShownMessage[]>
  /** When a person last wrote, by `number|person`. */
  lastSaid?: Record<string, number>
}
export interface WhatsappSaid {
  readonly phone: string
  /** The sender's number; the visitor's when absent. */
  readonly from?: string
  /** Sends only the user's id, without a number. */
  readonly hidesNumber?: boolean
  readonly text?: string
  /** `id` of a pressed option. */
  readonly press?: string
  /** Overrides of the message. */
  readonly message?: Body
  /** The id of a repeated message. */
  readonly messageId?: string
  /** Milliseconds since 1970. */
  readonly at?: number
}
export interface WhatsappWorld {
  readonly product: (tools: GraphTools) => GraphProduct
  /** The account and numbers of a user who completed the login dialog. */
  readonly assetsOf: (user: string) => { wabaId: string; phoneIds: readonly [string, string] }
  /** Adds a number to an account and returns its id. */
  readonly addNumber: (wabaId: string) => string
  readonly say: (said: WhatsappSaid) => Promise<{ messageId: string; status: number }>
  /** A person edits a message of theirs. */
  readonly edit: (phone: string, messageId: string, text: string, person?: string) => Promise<number>
  /** A person takes another number. */
  readonly changeNumber: (phone: string, from: string, to: string) => Promise<number>
  /** The business answers in the app on its phone. */
  readonly answerInApp: (phone: string, text: string, person?: string) => Promise<number>
  /** The messages of a chat, oldest first. */
  readonly chat: (phone: string, person?: string) => readonly ShownMessage[]
  /** Marks everything sent to the visitor as read. */
  readonly read: (phone: string, person?: string) => Promise<void>
  /** Reports a delivered message as failed. */
  readonly failLater: (phone: string, messageId: string, code: number, title: string) => Promise<number>
  /** Adds a file that visitors send; returns its media id. */
  readonly upload: (bytes: Buffer, mime: string) => string
  /** Sets Meta's decision on a template. */
  readonly decide: (wabaId: string, name: string, status: string) => Promise<number>
  /** Sets how long ago the visitor last wrote. */
  readonly ageWindow: (phone: string, ms: number, person?: string) => void
}

export const VISITOR_NUMBER = '15550002222'
export const VISITOR_NAME = 'Vera Visitor'
const DAY_MS = 86_400_000
const userIdOf = (person: string) => `US.${createHash('sha256').update(person).digest('hex').slice(0, 24)}`

export function createWhatsappWorld(): WhatsappWorld {
  const chats = new Map<string, ShownMessage[]>()
  const lastSaid = new Map<string, number>()
  const unread = new Map<string, string[]>()
  const media = new Map<string, { bytes: Buffer; mime: string }>()
  let tools: GraphTools | undefined
  let kept: { get: () => Kept; set: (value: Kept) => void } | undefined

  const assetsOf: WhatsappWorld['assetsOf'] = (user) => ({
    wabaId: `10${user}`,
    phoneIds: [`20${user}1`, `20${user}2`],
  })
  /** Users by numbers beyond their first two. */
  const added = new Map<string, string>()
  const userOfPhone = (phone: string) => added.get(phone) ?? phone.slice(2, -1)
  const phonesOf = (wabaId: string): readonly string[] => {
    const user = wabaId.slice(2)
    return [...assetsOf(user).phoneIds, ...[...added].flatMap(([phone, of]) => (of === user ? [phone] : []))]
  }
  const state = (): Kept => kept?.get() ?? { subscribed: [], registered: [], templates: {} }
  const change = (make: (before: Kept) => Kept) => kept?.set(make(state()))
  const keep = () => change((before) => ({ ...before, chats: endsOf(chats), lastSaid: Object.fromEntries(lastSaid) }))
  const chatOf = (phone: string, person: string) => chatIn(chats, phone, person)
  const personOf = (body: Body): string => {
    const recipient = String(body.recipient ?? '')
    // WhatsApp knows Mexican numbers with a 1 after the country's code.
    if (body.to !== undefined) return dialledOf(body).replace(/^52(\d{10})$/, '521$1')
    return recipient === userIdOf(VISITOR_NUMBER) ? VISITOR_NUMBER : recipient
  }

  const tell = (phone: string, value: Body, field = 'messages'): Promise<number> => {
    const { wabaId } = assetsOf(userOfPhone(phone))
    if (!tools || !state().subscribed.includes(wabaId)) return Promise.resolve(0)
    return tools.deliver('whatsapp_business_account', [
      {
        id: wabaId,
        changes: [
          {
            field,
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: displayOf(phone).replaceAll(/\D/g, ''), phone_number_id: phone },
              ...value,
            },
          },
        ],
      },
    ])
  }
  const tellStatus = (phone: string, person: string, status: Body) =>
    tell(phone, {
      statuses: [
        {
          timestamp: String(Math.floor(Date.now() / 1000)),
          ...(/^\d+$/.test(person) ? { recipient_id: person } : {}),
          recipient_user_id: /^\d+$/.test(person) ? userIdOf(person) : person,
          ...status,
        },
      ],
    })

  const read: WhatsappWorld['read'] = async (phone, person = VISITOR_NUMBER) => {
    const key = `${phone}|${person}`
    const ids = unread.get(key) ?? []
    unread.delete(key)
    for (const id of ids) await tellStatus(phone, person, { id, status: 'read' })
  }

  const say: WhatsappWorld['say'] = async (said) => {
    const { phone, from = VISITOR_NUMBER, text = '', press, message = {} } = said
    const messageId = said.messageId ?? `wamid.${randomBytes(18).toString('base64url')}`
    const shown = chatOf(phone, from)
    const pressed = press === undefined ? undefined : shown.flatMap((one) => one.options).find(({ id }) => id === press)
    const isList = shown.some((one) => one.isList && one.options.some(({ id }) => id === press))
    const reply = { id: press, title: pressed?.text ?? '' }
    const at = said.at ?? Date.now()
    const written: Body = message.type === undefined ? { type: 'text', text: { body: text } } : {}
    const body: Body =
      press === undefined
        ? written
        : {
            type: 'interactive',
            interactive: isList
              ? { type: 'list_reply', list_reply: reply }
              : { type: 'button_reply', button_reply: reply },
          }
    const names = { name: VISITOR_NAME }
    const userId = userIdOf(from)
    if (message.type !== 'reaction')
      shown.push({
        id: messageId,
        from: 'visitor',
        text: pressed?.text ?? (text || `[${String(message.type ?? 'message')}]`),
        options: [],
        isList: false,
      })
    lastSaid.set(`${phone}|${from}`, at)
    keep()
    await read(phone, from)
    const status = await tell(phone, {
      contacts: [{ profile: names, ...(said.hidesNumber ? {} : { wa_id: from }), user_id: userId }],
      messages: [
        {
          ...(said.hidesNumber ? {} : { from }),
          from_user_id: userId,
          id: messageId,
          timestamp: String(Math.floor(at / 1000)),
          ...body,
          ...message,
        },
      ],
    })
    return { messageId, status }
  }

  const refuse = ({ code, details }: { code: number; details: string }, message = 'Invalid parameter'): GraphReply =>
    graphError(code, message, { details })
  const unknown = (id: string): GraphReply =>
    graphError(100, `Unsupported request. Object with ID '${id}' does not exist or misses permissions`, {
      subcode: 33,
      type: 'GraphMethodException',
    })

  const acceptMessage = (phone: string, body: Body): GraphReply => {
    if (!state().registered.includes(phone) && phone.endsWith('2'))
      return refuse({ code: 133_010, details: 'Phone number is not registered' }, 'Phone number not registered')
    const fault = faultOf(body)
    if (fault) return refuse(fault)
    if (body.status === 'read') return { status: 200, body: { success: true } }
    const person = personOf(body)
    const said = lastSaid.get(`${phone}|${person}`) ?? 0
    if (body.type !== 'template' && Date.now() - said > DAY_MS)
      return refuse(
        {
          code: 131_047,
          details:
            'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
        },
        'Re-engagement message',
      )
    if (body.type === 'template') {
      const refused = sentTemplateFault(phone, body.template as Body)
      if (refused) return refuse(refused, 'Template')
    }
    const id = `wamid.${randomBytes(18).toString('base64url')}`
    if (body.type === 'reaction') {
      const { message_id: target, emoji } = body.reaction as { message_id: string; emoji?: string }
      const under = chatOf(phone, person).find((one) => one.id === target && one.from === 'visitor')
      if (!under) return refuse({ code: 131_009, details: 'reaction.message_id is not a message of the user' })
      under.reaction = emoji ?? ''
    } else if (!hasRefusedPicture(body))
      chatOf(phone, person).push({ ...shownOf(body, templateWords(phone, body)), id })
    keep()
    const key = `${phone}|${person}`
    const isRefused = hasRefusedPicture(body)
    if (!isRefused) unread.set(key, [...(unread.get(key) ?? []), id])
    const later = isRefused
      ? { id, status: 'failed', errors: [{ code: 131_053, title: 'Media upload error' }] }
      : { id, status: 'delivered' }
    void tellStatus(phone, person, { id, status: 'sent' }).then(() => tellStatus(phone, person, later))
    return {
      status: 200,
      body: {
        messaging_product: 'whatsapp',
        contacts: [
          { input: dialledOf(body) || person, ...(/^\d+$/.test(person) ? { wa_id: person } : { user_id: person }) },
        ],
        messages: [{ id }],
      },
    }
  }

  const templateOf = (phone: string, { name, language }: Body) =>
    state().templates[assetsOf(userOfPhone(phone)).wabaId]?.find(
      (one) => one.name === name && one.language === (language as { code?: string } | undefined)?.code,
    )
  const componentsOf = ({ components }: Body) => (components ?? []) as { type: string; parameters?: Body[] }[]
  const marksIn = (text: unknown) => [...String(text ?? '').matchAll(/\{\{\w+\}\}/g)].length
  const sentTemplateFault = (phone: string, template: Body) => {
    const found = templateOf(phone, template)
    if (!found) return { code: 132_001, details: 'Template name does not exist in the translation' }
    if (found.status !== 'APPROVED') return { code: 132_015, details: `Template is ${found.status}` }
    const wanted = marksIn(found.components.find(({ type }) => type === 'BODY')?.text)
    const filled = componentsOf(template).flatMap(({ parameters = [] }) => parameters)
    if (filled.some(({ type, text }) => type === 'text' && String(text ?? '').trim() === ''))
      return { code: 131_008, details: 'Parameter of type text is missing text value' }
    const format = String(found.components.find(({ type }) => type === 'HEADER')?.format ?? '')
    if (['IMAGE', 'VIDEO', 'DOCUMENT'].includes(format)) {
      const head = componentsOf(template).find(({ type }) => type === 'header')
      const kind = format.toLowerCase()
      const [file] = head?.parameters ?? []
      if (file?.type !== kind) return { code: 132_012, details: `header: Format mismatch, expected ${format}` }
      const { link, id } = (file[kind] ?? {}) as Body
      if (id === undefined && !/^https?:\/\/\S+$/.test(String(link)))
        return { code: 131_009, details: `header: ${kind} needs an id or a link` }
    } else if (format === 'LOCATION') {
      const { latitude, longitude } = (componentsOf(template).find(({ type }) => type === 'header')?.parameters?.[0]
        ?.location ?? {}) as Body
      if ([latitude, longitude].some((one) => one === undefined || Number.isNaN(Number(one))))
        return { code: 132_012, details: 'header: Format mismatch, expected LOCATION' }
    } else {
      const inHeader = marksIn(found.components.find(({ type }) => type === 'HEADER')?.text)
      const given = componentsOf(template).find(({ type }) => type === 'header')?.parameters?.length ?? 0
      if (given !== inHeader) return { code: 132_012, details: `header: expected ${inHeader} parameters` }
    }
    const buttons = (found.components.find(({ type }) => type === 'BUTTONS')?.buttons ?? []) as Body[]
    for (const [index, { type, url }] of buttons.entries()) {
      const isFilled = type === 'COPY_CODE' || (type === 'URL' && marksIn(url) > 0)
      const given = componentsOf(template).find((one) => one.type === 'button' && Number((one as Body).index) === index)
      if (isFilled !== (given !== undefined))
        return { code: 131_008, details: `Button at index ${index} of type ${String(type)} requires a parameter` }
    }
    return valuesOf(template).length === wanted
      ? undefined
      : { code: 132_000, details: `Number of parameters does not match: expected ${wanted}` }
  }
  const valuesOf = (template: Body): string[] =>
    ((template.components as { type: string; parameters: { text: string }[] }[] | undefined) ?? [])
      .filter(({ type }) => type === 'body')
      .flatMap(({ parameters }) => parameters.map(({ text }) => text))
  const templateWords = (phone: string, body: Body): string => {
    if (body.type !== 'template') return ''
    const template = body.template as Body
    const values = valuesOf(template)
    const text = String(templateOf(phone, template)?.components.find(({ type }) => type === 'BODY')?.text ?? '')
    return text.replaceAll(/\{\{(\d+)\}\}/g, (_all, n: string) => values[Number(n) - 1] ?? '')
  }

  const answerAccount = (
    { method, body, query }: GraphRequest,
    wabaId: string,
    part: string,
  ): GraphReply | undefined => {
    if (part === 'phone_numbers' && method === 'GET') {
      const all = phonesOf(wabaId).map((id) => phoneEntry(id, state()))
      return { status: 200, body: pageOf(all, query, `${tools?.url()}/v18.0/${wabaId}/phone_numbers`) }
    }
    if (part === 'subscribed_apps') {
      if (method === 'POST')
        change((before) => ({ ...before, subscribed: [...new Set([...before.subscribed, wabaId])] }))
      if (method === 'DELETE')
        change((before) => ({ ...before, subscribed: before.subscribed.filter((id) => id !== wabaId) }))
      if (method !== 'GET') return { status: 200, body: { success: true } }
      const isOn = state().subscribed.includes(wabaId)
      return { status: 200, body: { data: isOn ? [{ whatsapp_business_api_data: { id: tools?.appId } }] : [] } }
    }
    if (part !== 'message_templates') return undefined
    const all = state().templates[wabaId] ?? []
    if (method === 'GET') {
      const status = query.get('status')
      return { status: 200, body: { data: all.filter((one) => status === null || one.status === status) } }
    }
    const fault = newTemplateFault(body, handles)
    if (fault) return refuse(fault)
    if (all.some(({ name, language }) => name === body.name && language === body.language))
      return refuse({ code: 100, details: 'There is already a template with this name and language' })
    const template: Template = {
      id: String(randomBytes(6).readUIntBE(0, 6)),
      name: String(body.name),
      language: String(body.language),
      category: String(body.category),
      components: body.components as Body[],
      status: 'PENDING',
    }
    change((before) => ({ ...before, templates: { ...before.templates, [wabaId]: [...all, template] } }))
    return { status: 200, body: { id: template.id, status: template.status, category: template.category } }
  }

  const decide: WhatsappWorld['decide'] = (wabaId, name, status) => {
    const all = state().templates[wabaId] ?? []
    const found = all.find((one) => one.name === name)
    change((before) => ({
      ...before,
      templates: { ...before.templates, [wabaId]: all.map((one) => (one === found ? { ...one, status } : one)) },
    }))
    if (!tools || !found) return Promise.resolve(0)
    const value = {
      event: status,
      message_template_id: Number(found.id),
      message_template_name: name,
      message_template_language: found.language,
      reason: status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE',
    }
    return tools.deliver('whatsapp_business_account', [
      { id: wabaId, changes: [{ field: 'message_template_status_update', value }] },
    ])
  }

  const answerPhone = ({ method, body, files }: GraphRequest, phone: string, part: string): GraphReply | undefined => {
    if (part === '' && method === 'GET') return { status: 200, body: phoneEntry(phone, state()) }
    if (method !== 'POST') return undefined
    if (part === 'messages') return acceptMessage(phone, body)
    if (part === 'register') {
      if (!/^\d{6}$/.test(String(body.pin))) return refuse({ code: 100, details: 'pin must have 6 digits' })
      change((before) => ({ ...before, registered: [...new Set([...before.registered, phone])] }))
      return { status: 200, body: { success: true } }
    }
    if (part === 'deregister') {
      change((before) => ({ ...before, registered: before.registered.filter((id) => id !== phone) }))
      return { status: 200, body: { success: true } }
    }
    if (part !== 'media') return undefined
    const file = files.get('file')
    if (!file || body.messaging_product !== 'whatsapp') return refuse({ code: 100, details: 'file is required' })
    const id = newMediaId()
    void file.arrayBuffer().then((bytes) => media.set(id, { bytes: Buffer.from(bytes), mime: file.type }))
    return { status: 200, body: { id } }
  }

  /** Resumable uploads: their ids with the announced size, and the handles of finished ones. */
  const uploads = new Map<string, number>()
  const handles = new Set<string>()
  const answerUpload = ({ path, query, body }: GraphRequest): GraphReply => {
    if (path.endsWith('/uploads')) {
      const id = `upload:${randomBytes(12).toString('hex')}`
      uploads.set(id, Number(query.get('file_length')))
      return { status: 200, body: { id } }
    }
    const size = uploads.get(path.slice(1))
    if (size === undefined || size !== body.size)
      return refuse({ code: 100, details: 'the upload is not as announced' })
    const h = `4::${randomBytes(18).toString('base64url')}`
    handles.add(h)
    return { status: 200, body: { h } }
  }

  const answer = (request: GraphRequest): GraphReply | undefined => {
    const isUpload = request.path === `/${tools?.appId}/uploads` || request.path.startsWith('/upload:')
    if (isUpload && request.method === 'POST') return answerUpload(request)
    const [, id = '', part = ''] = /^\/(\d+)(?:\/(\w+))?$/.exec(request.path) ?? []
    const [, fileId] = /^\/whatsapp_media\/(\d+)$/.exec(request.path) ?? []
    if (fileId !== undefined) {
      const file = media.get(fileId)
      return file ? { status: 200, body: file.bytes, contentType: file.mime } : unknown(fileId)
    }
    const file = media.get(id)
    if (file && part === '' && request.method === 'GET')
      return {
        status: 200,
        body: {
          id,
          messaging_product: 'whatsapp',
          url: `${tools?.url()}/v18.0/whatsapp_media/${id}`,
          mime_type: file.mime,
          sha256: createHash('sha256').update(file.bytes).digest('hex'),
          file_size: file.bytes.length,
        },
      }
    const isAccount = /^10\d{8,}$/.test(id)
    const isPhone = /^20\d{9,}$/.test(id)
    if (!isAccount && !isPhone) return undefined
    const owner = isAccount ? id.slice(2) : userOfPhone(id)
    if (request.token?.kind === 'page' || request.token?.id !== owner) return unknown(id)
    return isAccount ? answerAccount(request, id, part) : answerPhone(request, id, part)
  }

  const upload: WhatsappWorld['upload'] = (bytes, mime) => {
    const id = newMediaId()
    media.set(id, { bytes, mime })
    return id
  }
  const uploaded = (name: string): Body => {
    const { body, contentType } = fileOf(name) ?? { body: Buffer.alloc(0), contentType: '' }
    return { id: upload(body, contentType), mime_type: contentType }
  }
  const sayOnPage = (body: Body) => {
    const phone = String(body.phone)
    const text = String(body.text ?? '').slice(0, 4096)
    const kinds: Readonly<Record<string, () => Body>> = {
      picture: () => ({ type: 'image', image: { ...uploaded('picture.png'), caption: text } }),
      voice: () => ({ type: 'audio', audio: { ...uploaded('voice.wav'), voice: true } }),
      document: () => ({
        type: 'document',
        document: { ...uploaded('prices.txt'), filename: 'prices.txt', caption: text },
      }),
      location: () => ({ type: 'location', location: { latitude: 52.52, longitude: 13.405, name: 'Berlin' } }),
    }
    const message = kinds[String(body.kind)]?.()
    void say({
      phone,
      ...(body.hidesNumber === true ? { hidesNumber: true } : {}),
      ...(typeof body.press === 'string' ? { press: body.press } : { text }),
      ...(message ? { message } : {}),
    })
  }

  return {
    product: (given) => {
      tools = given
      kept = given.store<Kept>('whatsapp', { subscribed: [], registered: [], templates: {} })
      for (const [key, messages] of Object.entries(state().chats ?? {})) chats.set(key, messages)
      for (const [key, at] of Object.entries(state().lastSaid ?? {})) lastSaid.set(key, at)
      return {
        names: ['whatsapp'],
        answer,
        scopes: (user) => {
          const { wabaId } = assetsOf(user)
          return { whatsapp_business_management: [wabaId], whatsapp_business_messaging: [wabaId] }
        },
        page: () => WHATSAPP_PAGE,
        state: () => {
          const { subscribed, templates } = state()
          return {
            phones: subscribed.flatMap((wabaId) =>
              phonesOf(wabaId).map((id) => {
                void read(id)
                return { id, number: displayOf(id), messages: chatOf(id, VISITOR_NUMBER) }
              }),
            ),
            templates: Object.entries(templates).flatMap(([wabaId, all]) =>
              all.map(({ name, status }) => ({ wabaId, name, status })),
            ),
          }
        },
        say: (_name, body) => {
          if (typeof body.decide === 'string')
            void decide(String(body.wabaId), String(body.template), body.decide === 'approve' ? 'APPROVED' : 'REJECTED')
          else sayOnPage(body)
        },
      }
    },
    assetsOf,
    addNumber(wabaId) {
      const user = wabaId.slice(2)
      const phone = `20${user}${String(added.size).padStart(3, '0')}1`
      added.set(phone, user)
      return phone
    },
    say,
    answerInApp(phone, text, person = VISITOR_NUMBER) {
      const from = displayOf(phone).replaceAll(/\D/g, '')
      const id = `wamid.${randomBytes(18).toString('base64url')}`
      const timestamp = String(Math.floor(Date.now() / 1000))
      const echo = { from, to: person, id, timestamp, type: 'text', text: { body: text } }
      return tell(phone, { message_echoes: [echo] }, 'smb_message_echoes')
    },
    edit(phone, id, text, person = VISITOR_NUMBER) {
      const shown = chatOf(phone, person)
      const at = shown.findIndex((one) => one.id === id && one.from === 'visitor')
      const before = shown[at]
      if (!before) throw new Error('no such message')
      shown[at] = { ...before, text }
      keep()
      return tell(phone, {
        contacts: [{ profile: { name: VISITOR_NAME }, wa_id: person, user_id: userIdOf(person) }],
        messages: [
          {
            from: person,
            from_user_id: userIdOf(person),
            id: `wamid.${randomBytes(18).toString('base64url')}`,
            timestamp: String(Math.floor(Date.now() / 1000)),
            type: 'edit',
            edit: { original_message_id: id, message: { type: 'text', text: { body: text } } },
          },
        ],
      })
    },
    changeNumber: (phone, from, to) =>
      tell(phone, {
        messages: [
          {
            from,
            id: `wamid.${randomBytes(18).toString('base64url')}`,
            timestamp: String(Math.floor(Date.now() / 1000)),
            type: 'system',
            system: {
              body: `User ${VISITOR_NAME} changed from ${from} to ${to}`,
              wa_id: to,
              type: 'user_changed_number',
            },
          },
        ],
      }),
    chat: (phone, person = VISITOR_NUMBER) => chatOf(phone, person),
    read,
    failLater: (phone, id, code, title) =>
      tellStatus(phone, VISITOR_NUMBER, { id, status: 'failed', errors: [{ code, title }] }),
    upload,
    decide,
    ageWindow(phone, ms, person = VISITOR_NUMBER) {
      lastSaid.set(`${phone}|${person}`, Date.now() - ms)
      keep()
    },
  }
}

const dialledOf = ({ to = '' }: Body) => String(to).replace(/^\+/, '')
const newMediaId = () => `30${String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '0')}`
const displayOf = (phone: string) =>
  `+1 555-01${phone.slice(-3, -1)}-${phone.slice(-6, -2).padStart(4, '0')}${phone.slice(-1)}`
const phoneEntry = (id: string, { registered }: Kept) => ({
  id,
  display_phone_number: displayOf(id),
  verified_name: id.endsWith('1') ? 'Sandbox Shop' : 'Sandbox Support',
  status: id.endsWith('1') || registered.includes(id) ? 'CONNECTED' : 'PENDING',
  quality_rating: 'GREEN',
  code_verification_status: 'VERIFIED',
})
