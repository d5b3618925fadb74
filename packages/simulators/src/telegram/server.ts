/**
 * A loopback server that speaks Telegram's Bot API: as strict as the service, with people who write to its bots, and a
 * page for them.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { jsonTo, parseForm, parseJson, readBody } from '../http.ts'
import { FILES, PAGE_FILES, type PageFile } from '../page-files.ts'
import { faultOf, METHODS } from './methods.ts'
import { TELEGRAM_PAGE } from './page.ts'

export interface TelegramOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** Tokens that are refused. */
  readonly revoked?: readonly string[]
  /** Keeps the webhooks of its bots over a restart. */
  readonly storeFile?: string
}
/** The next answer to a method: an error in the service's format, or none at all. */
export interface TelegramFault {
  readonly method: string
  readonly code: number
  readonly description: string
  readonly parameters?: Readonly<Record<string, unknown>>
  /** The call is carried out, and its answer never comes. */
  readonly lost?: true
}
export interface BotCall {
  readonly verb: string
  readonly bot: string
  readonly method: string
  readonly body: Readonly<Record<string, unknown>>
  readonly ok: boolean
}
interface Webhook {
  readonly url: string
  readonly secret?: string
  /** Kinds of updates that the bot asked for. */
  readonly allowed?: readonly string[]
}
interface Shown {
  readonly from: 'visitor' | 'bot' | 'note'
  readonly text: string
  readonly photo?: string
  readonly buttons: readonly { readonly text: string; readonly url?: string; readonly data?: string }[]
  readonly id: number
  /** How often its author edited it. */
  readonly edits?: number
  /** What it replies to. */
  readonly quotes?: string
  readonly reactions?: Readonly<Partial<Record<'visitor' | 'bot', string>>>
}
interface Chat {
  readonly messages: Shown[]
  /** The text of an answer that is being written. */
  draft: string
  /** The answer to the last pressed button. */
  toast: string
  typingUntil: number
}
export interface Said {
  readonly bot: string
  readonly chat?: number
  readonly text?: string
  /** `callback_data` of a pressed button. */
  readonly press?: string
  /** Overrides of the update's message. */
  readonly message?: Readonly<Record<string, unknown>>
  /** The id of a repeated delivery. */
  readonly updateId?: number
  /** What the page shows of it; the text when absent. */
  readonly shown?: string
}

export interface Command {
  readonly command: string
  readonly description: string
}
export interface TelegramSimulator {
  readonly url: string
  readonly calls: BotCall[]
  /** By bot id. */
  readonly webhooks: ReadonlyMap<string, Webhook>
  readonly fail: (...faults: TelegramFault[]) => void
  /** Sends a person's message to a bot; resolves with the update's id once it was delivered or given up. */
  readonly say: (said: Said) => Promise<{ updateId: number; status: number }>
  /** A person changes their message. */
  readonly edit: (given: { bot: string; chat?: number; id: number; text: string }) => Promise<void>
  /** A person reacts to a message of the bot; '' takes the reaction back. */
  readonly react: (given: { bot: string; chat?: number; id: number; emoji: string }) => Promise<void>
  /** A file that a visitor sends as `file_id`. */
  readonly putFile: (id: string, bytes: Uint8Array) => void
  /** Makes the page's group of a bot a supergroup, as its owner does. */
  readonly upgrade: (bot: string) => Promise<void>
  readonly commands: (bot: string) => readonly Command[]
  /** The messages of a chat, oldest first. */
  readonly chat: (bot: string, chat?: number) => readonly Shown[]
  readonly close: () => Promise<void>
}

const VISITOR = 7_527_593
/** The group on the page, before and after it is a supergroup. */
export const GROUP = -1_527_593
export const SUPERGROUP = -1_001_001_527_593
const isSupergroup = (chat: number) => chat <= -1_000_000_000_000
/** How long «typing» is shown. */
const TYPING_MS = 5000
const RETRIES = 60
const RETRY_MS = 500

export async function startTelegram(options: TelegramOptions = {}): Promise<TelegramSimulator> {
  const calls: BotCall[] = []
  const webhooks = readStore(options.storeFile)
  const chats = new Map<string, Chat>()
  /** What people sent, by bot, chat and message: an edit repeats it. */
  const sent = new Map<string, { readonly message: Readonly<Record<string, unknown>> }>()
  const commands = new Map<string, readonly Command[]>()
  const upgraded = new Set<string>()
  const files = new Map<string, Buffer>(PAGE_FILES)
  const save = () => {
    if (options.storeFile === undefined) return
    mkdirSync(dirname(options.storeFile), { recursive: true })
    writeFileSync(`${options.storeFile}.new`, JSON.stringify([...webhooks]), { mode: 0o600 })
    renameSync(`${options.storeFile}.new`, options.storeFile)
  }
  let faults: TelegramFault[] = []
  const groupOf = (bot: string) => (upgraded.has(bot) ? SUPERGROUP : GROUP)
  let updates = Math.floor(Date.now() / 1000)
  let messages = 100
  let isClosed = false

  const chatOf = (bot: string, chat: number | string): Chat => {
    const key = `${bot}|${chat}`
    const found = chats.get(key) ?? { messages: [], draft: '', toast: '', typingUntil: 0 }
    chats.set(key, found)
    return found
  }
  const show = (bot: string, chat: number | string, shown: Omit<Shown, 'id'>) => {
    const id = ++messages
    const inChat = chatOf(bot, chat)
    inChat.messages.push({ ...shown, id })
    if (shown.from === 'bot') Object.assign(inChat, { draft: '', typingUntil: 0 })
    else inChat.toast = ''
    return id
  }

  const deliver = async (bot: string, update: Readonly<Record<string, unknown>>): Promise<number> => {
    let status = 0
    for (let attempt = 0; attempt < RETRIES && !isClosed; attempt += 1) {
      const webhook = webhooks.get(bot)
      const [kind = ''] = Object.keys(update).filter((key) => key !== 'update_id')
      if (!webhook || (webhook.allowed ? !webhook.allowed.includes(kind) : kind === 'message_reaction')) return 0
      try {
        const answer = await fetch(webhook.url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(webhook.secret === undefined ? {} : { 'x-telegram-bot-api-secret-token': webhook.secret }),
          },
          body: JSON.stringify(update),
          signal: AbortSignal.timeout(10_000),
        })
        ;({ status } = answer)
        if (answer.ok) return status
      } catch {
        status = 0
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    return status
  }

  const personIn = (chat: number) => ({
    from: { id: Math.abs(chat), is_bot: false, first_name: 'Vera', last_name: 'Visitor', language_code: 'en' },
    inChat: { id: chat, type: isSupergroup(chat) ? 'supergroup' : chat < 0 ? 'group' : 'private' },
    date: Math.floor(Date.now() / 1000),
  })
  const alter = (bot: string, chat: number, id: number, to: (before: Shown) => Partial<Shown>) => {
    const all = chatOf(bot, chat).messages
    const at = all.findIndex((one) => one.id === id)
    const before = all[at]
    if (!before) return undefined
    return (all[at] = { ...before, ...to(before) })
  }
  const edit: TelegramSimulator['edit'] = async ({ bot, chat = VISITOR, id, text }) => {
    const changed = alter(bot, chat, id, ({ edits = 0 }) => ({ text, edits: edits + 1 }))
    if (!changed || changed.from !== 'visitor') return
    const { from, inChat, date } = personIn(chat)
    const { message } = sent.get(`${bot}|${chat}|${id}`) ?? { message: { date } }
    const words = message.text === undefined ? { caption: text } : { text }
    const edited = { ...message, message_id: id, from, chat: inChat, edit_date: date, ...words }
    await deliver(bot, { update_id: ++updates, edited_message: edited })
  }
  const react: TelegramSimulator['react'] = async ({ bot, chat = VISITOR, id, emoji }) => {
    let before = ''
    const changed = alter(bot, chat, id, ({ reactions }) => {
      before = reactions?.visitor ?? ''
      return { reactions: { ...reactions, visitor: emoji } }
    })
    if (!changed) return
    const { from, inChat, date } = personIn(chat)
    const as = (one: string) => (one === '' ? [] : [{ type: 'emoji', emoji: one }])
    const reaction = {
      chat: inChat,
      message_id: id,
      user: from,
      date,
      old_reaction: as(before),
      new_reaction: as(emoji),
    }
    await deliver(bot, { update_id: ++updates, message_reaction: reaction })
  }

  const say = async ({ bot, chat = VISITOR, text = '', press, message = {}, updateId = ++updates, shown }: Said) => {
    const { from, inChat, date } = personIn(chat)
    if (press !== undefined) {
      // A button belongs to the message that has it.
      const all = chatOf(bot, chat).messages
      const under = all.findLast(({ buttons }) => buttons.some(({ data }) => data === press))
      const update = {
        update_id: updateId,
        callback_query: {
          id: String(updateId),
          from,
          chat_instance: String(chat),
          message: { message_id: under?.id ?? messages, chat: inChat, date, ...markupOf(under?.buttons ?? []) },
          data: press,
        },
      }
      return { updateId, status: await deliver(bot, update) }
    }
    const { reply_to_message: replied } = message as { reply_to_message?: { readonly text?: string } }
    const quotes = replied?.text === undefined ? {} : { quotes: replied.text }
    const id = show(bot, chat, { from: 'visitor', text: shown ?? text, buttons: [], ...quotes })
    const entities = /^\/\w+/.test(text)
      ? { entities: [{ type: 'bot_command', offset: 0, length: text.split(/\s/)[0]?.length ?? 0 }] }
      : {}
    const whole = { message_id: id, from, chat: inChat, date, text, ...entities, ...message }
    sent.set(`${bot}|${chat}|${id}`, { message: whole })
    const update = { update_id: updateId, message: whole }
    return { updateId, status: await deliver(bot, update) }
  }

  const upgrade = async (bot: string) => {
    if (upgraded.has(bot)) return
    upgraded.add(bot)
    const note = (chat: number, text: string) => show(bot, chat, { from: 'note', text, buttons: [] })
    const earlier = chatOf(bot, GROUP).messages
    chatOf(bot, SUPERGROUP).messages.push(...earlier)
    const id = note(GROUP, 'The group became a supergroup.')
    note(SUPERGROUP, 'The group became a supergroup.')
    const from = { id: VISITOR, is_bot: false, first_name: 'Vera' }
    const date = Math.floor(Date.now() / 1000)
    const message = { message_id: id, from, chat: { id: GROUP, type: 'group' }, date, migrate_to_chat_id: SUPERGROUP }
    await deliver(bot, { update_id: ++updates, message })
    const inNew = { ...message, message_id: ++messages, chat: { id: SUPERGROUP, type: 'supergroup' } }
    const { migrate_to_chat_id: _to, ...arrived } = { ...inNew, migrate_from_chat_id: GROUP }
    await deliver(bot, { update_id: ++updates, message: arrived })
  }

  const refuse = (code: number, description: string, parameters?: Readonly<Record<string, unknown>>) => ({
    status: code,
    body: { ok: false, error_code: code, description, ...(parameters ? { parameters } : {}) },
  })
  const carryOut = (bot: string, method: string, body: Readonly<Record<string, unknown>>): unknown => {
    switch (method) {
      case 'getMe':
        return { id: Number(bot), is_bot: true, first_name: 'Bot', username: `sandbox_${bot}_bot` }
      case 'deleteWebhook':
        webhooks.delete(bot)
        save()
        return true
      case 'setWebhook':
        webhooks.set(bot, {
          url: String(body.url),
          ...(body.secret_token === undefined ? {} : { secret: String(body.secret_token) }),
          ...(body.allowed_updates === undefined
            ? {}
            : { allowed: JSON.parse(String(body.allowed_updates)) as readonly string[] }),
        })
        save()
        return true
      case 'getWebhookInfo':
        return { url: webhooks.get(bot)?.url ?? '', has_custom_certificate: false, pending_update_count: 0 }
      case 'sendMessageDraft':
        chatOf(bot, String(body.chat_id)).draft = String(body.text ?? '')
        return true
      case 'sendChatAction':
        chatOf(bot, String(body.chat_id)).typingUntil = Date.now() + TYPING_MS
        return true
      case 'answerCallbackQuery':
        for (const [key, chat] of chats)
          if (key.startsWith(`${bot}|`) && typeof body.text === 'string') chat.toast = body.text
        return true
      case 'setMyCommands':
        if (body.language_code === undefined) commands.set(bot, body.commands as readonly Command[])
        return true
      case 'setMessageReaction': {
        const [{ emoji = '' } = {}] = (body.reaction ?? []) as readonly { readonly emoji?: string }[]
        alter(bot, Number(body.chat_id), Number(body.message_id), ({ reactions }) => ({
          reactions: { ...reactions, bot: emoji },
        }))
        return true
      }
      case 'editMessageText':
      case 'editMessageReplyMarkup':
      case 'deleteMessage':
        return change(bot, method, body)
      case 'sendMessage':
      case 'sendPhoto':
      case 'sendDocument': {
        const id = show(bot, String(body.chat_id), {
          from: 'bot',
          text: String(body.text ?? body.caption ?? body.document ?? ''),
          ...(typeof body.photo === 'string' ? { photo: body.photo } : {}),
          buttons: buttonsOf(body),
        })
        return {
          message_id: id,
          chat: { id: Number(body.chat_id), type: 'private' },
          date: Math.floor(Date.now() / 1000),
        }
      }
      case 'getFile':
        return { file_id: body.file_id, file_unique_id: 'u', file_path: `files/${String(body.file_id)}` }
      default:
        return true
    }
  }
  const change = (bot: string, method: string, body: Readonly<Record<string, unknown>>): unknown => {
    const all = chatOf(bot, String(body.chat_id)).messages
    const at = all.findIndex(({ id }) => id === body.message_id)
    const before = all[at]
    if (!before) return undefined
    if (method === 'deleteMessage') all.splice(at, 1)
    else {
      const text = method === 'editMessageText' ? String(body.text) : before.text
      all[at] = { ...before, text, buttons: buttonsOf(body), edits: (before.edits ?? 0) + 1 }
    }
    return method === 'deleteMessage' || { message_id: before.id, chat: { id: Number(body.chat_id) }, date: 0 }
  }
  /** What Telegram refuses because of what a chat is or has. */
  const faultInChat = (bot: string, method: string, body: Readonly<Record<string, unknown>>) => {
    if (Number(body.chat_id) === GROUP && upgraded.has(bot))
      return refuse(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: SUPERGROUP,
      })
    if (method === 'setMessageReaction')
      return chatOf(bot, String(body.chat_id)).messages.some(({ id }) => id === body.message_id)
        ? undefined
        : refuse(400, 'Bad Request: message to react not found')
    if (!CHANGES.has(method)) return undefined
    const found = chatOf(bot, String(body.chat_id)).messages.find(({ id }) => id === body.message_id)
    if (found?.from !== 'bot')
      return refuse(400, `Bad Request: message to ${method === 'deleteMessage' ? 'delete' : 'edit'} not found`)
    const isSame =
      method !== 'deleteMessage' &&
      (method !== 'editMessageText' || found.text === body.text) &&
      JSON.stringify(found.buttons) === JSON.stringify(buttonsOf(body))
    return isSame ? refuse(400, 'Bad Request: message is not modified') : undefined
  }

  const answerCall = (verb: string, token: string, method: string, body: Readonly<Record<string, unknown>>) => {
    const [bot = ''] = token.split(':')
    if (!/^\d+:[\w-]{20,}$/.test(token) || options.revoked?.includes(token)) return refuse(401, 'Unauthorized')
    if (!METHODS[method]) return refuse(404, 'Not Found: method not found')
    const fault = faults.find((one) => one.method === method)
    faults = faults.filter((one) => one !== fault)
    const wrong = faultOf(method, body)
    const refusal = wrong === undefined ? faultInChat(bot, method, body) : refuse(400, wrong)
    const isRefused = (fault !== undefined && !fault.lost) || refusal !== undefined
    calls.push({ verb, bot, method, body, ok: !isRefused })
    if (fault && !fault.lost) return refuse(fault.code, fault.description, fault.parameters)
    if (refusal) return refusal
    const result = carryOut(bot, method, body)
    return fault?.lost ? undefined : { status: 200, body: { ok: true, result } }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  // Clients close idle connections first, so none is closed under a request.
  server.keepAliveTimeout = 0
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://simulator')
    const bytes = await readBody(request)
    const json = jsonTo(response)
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(pathname) ?? []
    if (token !== undefined && method !== undefined) {
      const fields = await parseFields(request, bytes)
      const answer = answerCall(request.method ?? '', decodeURIComponent(token), method, fields)
      if (!answer) return void response.destroy()
      return json(answer.status, answer.body)
    }
    const [, fileId] = /^\/file\/bot[^/]+\/files\/([^/]+)$/.exec(pathname) ?? []
    if (fileId !== undefined) {
      const file = files.get(fileId)
      return void response.writeHead(file ? 200 : 404).end(file)
    }
    // The page and its calls.
    if (pathname === '/page')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(TELEGRAM_PAGE)
    if (pathname === '/page/state')
      return json(200, {
        bots: [...webhooks.keys()].map((bot) => ({
          bot,
          commands: commands.get(bot) ?? [],
          private: chatShown(chatOf(bot, VISITOR)),
          group: chatShown(chatOf(bot, groupOf(bot))),
          isSupergroup: upgraded.has(bot),
        })),
        files: FILES.map(({ kind, label }) => ({ kind, label })),
      })
    if (pathname === '/page/say' && request.method === 'POST') {
      const given = parseJson(bytes) as unknown as Said & {
        kind?: unknown
        group?: boolean
        upgrade?: boolean
        reply?: unknown
        edit?: unknown
        react?: unknown
        emoji?: unknown
      }
      const { bot, text, press, kind, group, upgrade: isUpgrade, reply } = given
      if (isUpgrade === true) {
        void upgrade(String(bot))
        return json(200, { ok: true })
      }
      const words = String(text ?? '').slice(0, 4096)
      const chat = group === true ? groupOf(String(bot)) : VISITOR
      const quoted = chatOf(String(bot), chat).messages.find(({ id }) => id === reply)
      if (typeof given.edit === 'number') void edit({ bot: String(bot), chat, id: given.edit, text: words })
      else if (typeof given.react === 'number')
        void react({ bot: String(bot), chat, id: given.react, emoji: String(given.emoji ?? '') })
      else
        void say({
          bot: String(bot),
          chat,
          ...(press === undefined
            ? (sentFile(kind, words) ?? { text: words, ...replyTo(bot, chat, quoted) })
            : { press }),
        })
      return json(200, { ok: true })
    }
    json(404, { ok: false, error_code: 404, description: 'Not Found' })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The Telegram simulator has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    webhooks,
    fail: (...given) => void (faults = [...faults, ...given]),
    say,
    edit,
    react,
    upgrade,
    commands: (bot) => commands.get(bot) ?? [],
    putFile: (id, bytes) => void files.set(id, Buffer.from(bytes)),
    chat: (bot, chat = VISITOR) => chatOf(bot, chat).messages,
    close: () =>
      new Promise((resolve) => {
        isClosed = true
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Key {
  readonly text: string
  readonly url?: string
  readonly callback_data?: string
}
const CHANGES = new Set(['editMessageText', 'editMessageReplyMarkup', 'deleteMessage'])

function buttonsOf({ reply_markup: markup }: Readonly<Record<string, unknown>>): Shown['buttons'] {
  const rows = (markup as { inline_keyboard?: Key[][] } | undefined)?.inline_keyboard ?? []
  return rows.flat().map(({ text, url, callback_data: data }) => ({
    text,
    ...(url === undefined ? {} : { url }),
    ...(data === undefined ? {} : { data }),
  }))
}
const markupOf = (buttons: Shown['buttons']) =>
  buttons.length === 0
    ? {}
    : {
        reply_markup: {
          inline_keyboard: buttons.map(({ data, ...key }) => [
            { ...key, ...(data === undefined ? {} : { callback_data: data }) },
          ]),
        },
      }

/** A reply repeats what it replies to. */
function replyTo(bot: string, chat: number, quoted: Shown | undefined): Pick<Said, 'message'> {
  if (!quoted) return {}
  const from =
    quoted.from === 'bot'
      ? { id: Number(bot), is_bot: true }
      : { id: Math.abs(chat), is_bot: false, first_name: 'Vera' }
  return {
    message: { reply_to_message: { message_id: quoted.id, from, text: quoted.text.replaceAll(/<[^>]+>/g, '') } },
  }
}

function inMessage({ kind, name, mime, size }: PageFile): Readonly<Record<string, unknown>> {
  const file = { file_id: name, file_unique_id: kind }
  if (kind === 'picture') return { photo: [{ ...file, width: 64, height: 64 }] }
  if (kind === 'voice') return { voice: { ...file, duration: 1, mime_type: mime } }
  if (kind === 'video') return { video: { ...file, duration: 3, mime_type: mime } }
  return { document: { ...file, file_name: name, mime_type: mime, file_size: size } }
}

/** A file that a person sends on the page, with its caption. */
function sentFile(kind: unknown, caption: string): Pick<Said, 'message' | 'shown'> | undefined {
  const file = FILES.find((one) => one.kind === kind)
  // A message with a file has a caption and no text.
  const withCaption = { text: undefined, ...(caption === '' ? {} : { caption }) }
  return file && { message: { ...withCaption, ...inMessage(file) }, shown: `[${file.label}] ${caption}`.trim() }
}

const chatShown = ({ messages, draft, toast, typingUntil }: Chat) => ({
  messages: draft === '' ? messages : [...messages, { from: 'bot', text: `${draft} …`, buttons: [], id: 0 }],
  toast,
  isTyping: draft === '' && typingUntil > Date.now(),
})

/** In BotFather's format. */
export const newBotToken = (): string =>
  `${100_000_000 + (randomBytes(4).readUInt32BE() % 900_000_000)}:${randomBytes(26).toString('base64url').slice(0, 35)}`

async function parseFields(request: IncomingMessage, bytes: Buffer): Promise<Record<string, unknown>> {
  const form = await parseForm(request, bytes)
  return form ? Object.fromEntries(form) : parseJson(bytes)
}

function readStore(file: string | undefined): Map<string, Webhook> {
  if (file !== undefined)
    try {
      return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, Webhook][])
    } catch {
      // The file does not exist yet.
    }
  return new Map()
}
