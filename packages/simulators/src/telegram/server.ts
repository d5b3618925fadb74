/**
 * A loopback server that speaks Telegram's Bot API: as strict as the service, with people who write to its bots, and a
 * page for them.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { fileOf } from '../meta-pages/files.ts'
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
  readonly bot: string
  readonly method: string
  readonly body: Readonly<Record<string, unknown>>
  readonly ok: boolean
}
interface Webhook {
  readonly url: string
  readonly secret?: string
}
interface Shown {
  readonly from: 'visitor' | 'bot'
  readonly text: string
  readonly photo?: string
  readonly buttons: readonly { readonly text: string; readonly url?: string; readonly data?: string }[]
  readonly id: number
}
interface Chat {
  readonly messages: Shown[]
  /** The text of an answer that is being written. */
  draft: string
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

export interface TelegramSimulator {
  readonly url: string
  readonly calls: BotCall[]
  /** By bot id. */
  readonly webhooks: ReadonlyMap<string, Webhook>
  readonly fail: (...faults: TelegramFault[]) => void
  /** Sends a person's message to a bot; resolves with the update's id once it was delivered or given up. */
  readonly say: (said: Said) => Promise<{ updateId: number; status: number }>
  /** A file that a visitor sends as `file_id`. */
  readonly putFile: (id: string, bytes: Uint8Array) => void
  /** The messages of a chat, oldest first. */
  readonly chat: (bot: string, chat?: number) => readonly Shown[]
  readonly close: () => Promise<void>
}

const VISITOR = 7_527_593
/** The group on the page. */
const GROUP = -1_001_527_593
/** What a person on the page can send besides text. */
const PICTURE = { file: 'picture.png', text: '[Picture]' }
const VOICE = { file: 'voice.wav', text: '[Voice note]' }
const RETRIES = 60
const RETRY_MS = 500
const MAX_BODY = 1_000_000

export async function startTelegram(options: TelegramOptions = {}): Promise<TelegramSimulator> {
  const calls: BotCall[] = []
  const webhooks = readStore(options.storeFile)
  const chats = new Map<string, Chat>()
  const files = new Map<string, Buffer>(
    [PICTURE, VOICE].flatMap(({ file }) => {
      const found = fileOf(file)
      return found ? [[file, found.body] as const] : []
    }),
  )
  const save = () => {
    if (options.storeFile === undefined) return
    mkdirSync(dirname(options.storeFile), { recursive: true })
    writeFileSync(`${options.storeFile}.new`, JSON.stringify([...webhooks]), { mode: 0o600 })
    renameSync(`${options.storeFile}.new`, options.storeFile)
  }
  let faults: TelegramFault[] = []
  let updates = Math.floor(Date.now() / 1000)
  let messages = 100
  let isClosed = false

  const chatOf = (bot: string, chat: number | string): Chat => {
    const key = `${bot}|${chat}`
    const found = chats.get(key) ?? { messages: [], draft: '' }
    chats.set(key, found)
    return found
  }
  const show = (bot: string, chat: number | string, shown: Omit<Shown, 'id'>) => {
    const id = ++messages
    const inChat = chatOf(bot, chat)
    inChat.messages.push({ ...shown, id })
    if (shown.from === 'bot') inChat.draft = ''
    return id
  }

  const deliver = async (bot: string, update: Readonly<Record<string, unknown>>): Promise<number> => {
    let status = 0
    for (let attempt = 0; attempt < RETRIES && !isClosed; attempt += 1) {
      const webhook = webhooks.get(bot)
      if (!webhook) return 0
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

  const say = async ({ bot, chat = VISITOR, text = '', press, message = {}, updateId = ++updates, shown }: Said) => {
    const from = { id: Math.abs(chat), is_bot: false, first_name: 'Vera', last_name: 'Visitor', language_code: 'en' }
    const date = Math.floor(Date.now() / 1000)
    const inChat = { id: chat, type: chat < 0 ? 'supergroup' : 'private' }
    if (press !== undefined) {
      const update = {
        update_id: updateId,
        callback_query: {
          id: String(updateId),
          from,
          chat_instance: String(chat),
          message: { message_id: messages, chat: inChat, date },
          data: press,
        },
      }
      return { updateId, status: await deliver(bot, update) }
    }
    const id = show(bot, chat, { from: 'visitor', text: shown ?? text, buttons: [] })
    const entities = /^\/\w+/.test(text)
      ? { entities: [{ type: 'bot_command', offset: 0, length: text.split(/\s/)[0]?.length ?? 0 }] }
      : {}
    const update = {
      update_id: updateId,
      message: { message_id: id, from, chat: inChat, date, text, ...entities, ...message },
    }
    return { updateId, status: await deliver(bot, update) }
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
        })
        save()
        return true
      case 'getWebhookInfo':
        return { url: webhooks.get(bot)?.url ?? '', has_custom_certificate: false, pending_update_count: 0 }
      case 'sendMessageDraft':
        chatOf(bot, String(body.chat_id)).draft = String(body.text ?? '')
        return true
      case 'sendMessage':
      case 'sendPhoto':
      case 'sendDocument': {
        const rows = (body.reply_markup as { inline_keyboard?: Key[][] } | undefined)?.inline_keyboard ?? []
        const id = show(bot, String(body.chat_id), {
          from: 'bot',
          text: String(body.text ?? body.caption ?? body.document ?? ''),
          ...(typeof body.photo === 'string' ? { photo: body.photo } : {}),
          buttons: rows.flat().map(({ text, url, callback_data: data }) => ({
            text,
            ...(url === undefined ? {} : { url }),
            ...(data === undefined ? {} : { data }),
          })),
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
  interface Key {
    readonly text: string
    readonly url?: string
    readonly callback_data?: string
  }

  const answerCall = (token: string, method: string, body: Readonly<Record<string, unknown>>) => {
    const [bot = ''] = token.split(':')
    if (!/^\d+:[\w-]{20,}$/.test(token) || options.revoked?.includes(token)) return refuse(401, 'Unauthorized')
    if (!METHODS[method]) return refuse(404, 'Not Found: method not found')
    const fault = faults.find((one) => one.method === method)
    faults = faults.filter((one) => one !== fault)
    const wrong = faultOf(method, body)
    const isRefused = (fault !== undefined && !fault.lost) || wrong !== undefined
    calls.push({ bot, method, body, ok: !isRefused })
    if (fault && !fault.lost) return refuse(fault.code, fault.description, fault.parameters)
    if (wrong !== undefined) return refuse(400, wrong)
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
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(pathname) ?? []
    if (token !== undefined && method !== undefined) {
      const answer = answerCall(decodeURIComponent(token), method, await parseBody(request, bytes))
      if (!answer) return void response.destroy()
      return void json(answer.status, answer.body)
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
      return void json(200, {
        bots: [...webhooks.keys()].map((bot) => ({
          bot,
          messages: messagesShown(chatOf(bot, VISITOR)),
          group: messagesShown(chatOf(bot, GROUP)),
        })),
      })
    if (pathname === '/page/say' && request.method === 'POST') {
      const { bot, text, press, kind, group } = JSON.parse(bytes.toString('utf8')) as Said & {
        kind?: unknown
        group?: boolean
      }
      const words = String(text ?? '').slice(0, 4096)
      void say({
        bot: String(bot),
        chat: group === true ? GROUP : VISITOR,
        ...(press === undefined ? (sentFile(kind, words) ?? { text: words }) : { press }),
      })
      return void json(200, { ok: true })
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

/** A file that a person sends on the page, with its caption. */
function sentFile(kind: unknown, caption: string): Pick<Said, 'message' | 'shown'> | undefined {
  // A message with a file has a caption and no text.
  const withCaption = { text: undefined, ...(caption === '' ? {} : { caption }) }
  if (kind === 'picture') {
    const photo = { file_id: PICTURE.file, file_unique_id: 'p', width: 64, height: 64 }
    return { message: { ...withCaption, photo: [photo] }, shown: `${PICTURE.text} ${caption}`.trim() }
  }
  if (kind === 'voice') {
    const voice = { file_id: VOICE.file, file_unique_id: 'v', duration: 1, mime_type: 'audio/wav' }
    return { message: { ...withCaption, voice }, shown: `${VOICE.text} ${caption}`.trim() }
  }
  return undefined
}

const messagesShown = ({ messages, draft }: Chat): readonly Shown[] =>
  draft === '' ? messages : [...messages, { from: 'bot', text: `${draft} …`, buttons: [], id: 0 }]

/** In BotFather's format. */
export const newBotToken = (): string =>
  `${100_000_000 + (randomBytes(4).readUInt32BE() % 900_000_000)}:${randomBytes(26).toString('base64url').slice(0, 35)}`

function readStore(file: string | undefined): Map<string, Webhook> {
  if (file !== undefined)
    try {
      return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, Webhook][])
    } catch {
      // The file does not exist yet.
    }
  return new Map()
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function parseBody(request: IncomingMessage, bytes: Buffer): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data') || type.startsWith('application/x-www-form-urlencoded')) {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
    return Object.fromEntries(form)
  }
  return bytes.length === 0 ? {} : (JSON.parse(bytes.toString('utf8')) as Record<string, unknown>)
}
