/**
 * A loopback Discord: HTTP API, gateway and interactions as strict as the service, with members in its channels, and a
 * page for them.
 */
import { createHash, createPrivateKey, randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { jsonTo, parseJson, readBody } from '../http.ts'
import { FILES, PAGE_FILES } from '../page-files.ts'
import { createChanges } from './changes.ts'
import { attachGateway } from './gateway.ts'
import { DISCORD_PAGE } from './page.ts'
import { commandsFaultOf, faultOf } from './rules.ts'
import {
  buttonsOf,
  type DiscordCall,
  type DiscordChannel,
  type DiscordFault,
  type DiscordSaid,
  EPOCH,
  rawPublic,
  readStore,
  type Rows,
  rowsOf,
  type Shown,
  signed,
} from './shapes.ts'

export interface DiscordOptions {
  /** 0, the default, uses a free port. */
  readonly port?: number
  /** Keeps channels and the bot between starts. */
  readonly storeFile?: string
  /** 41,250 like Discord when absent. */
  readonly heartbeatMs?: number
}
export type DiscordSimulator = Awaited<ReturnType<typeof startDiscord>>

/** Between two edits of a message. */
const EDIT_MS = 1200
const TYPING_MS = 10_000
/** Within which an interaction must be answered. */
const INTERACTION_MS = 3000
/** Calls per webhook within two seconds. */
const PER_WINDOW = 5
const WINDOW_MS = 2000

export async function startDiscord(options: DiscordOptions = {}) {
  const store = readStore(options.storeFile)
  const key = createPrivateKey({ key: Buffer.from(store.privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const bot = { token: store.token, appId: store.appId, publicKey: rawPublic(key) }
  const calls: DiscordCall[] = []
  const messages = new Map<string, Shown[]>()
  const windows = new Map<string, { used: number; until: number }>()
  const deleted = new Set<string>()
  const typing = new Map<string, number>()
  const pending = new Map<string, { readonly channel: string; readonly message?: string }>()
  /** Conversations with the bot alone, by person. */
  const direct = new Map<string, string>()
  let faults: DiscordFault[] = []
  let last = 0n
  let interactionsUrl: string | undefined
  const answers: { readonly status: number; readonly body: unknown }[] = []

  const snowflake = () => {
    const now = (BigInt(Date.now()) - EPOCH) << 22n
    last = now > last ? now : last + 1n
    return String(last)
  }
  const save = () => {
    if (options.storeFile === undefined) return
    mkdirSync(dirname(options.storeFile), { recursive: true })
    writeFileSync(`${options.storeFile}.new`, JSON.stringify(store), { mode: 0o600 })
    renameSync(`${options.storeFile}.new`, options.storeFile)
  }
  const channelOf = (id: string) => store.channels.find((one) => one.id === id)
  const shownIn = (id: string): Shown[] => {
    const found = messages.get(id) ?? []
    messages.set(id, found)
    return found
  }
  const userIdOf = (name: string) =>
    String(BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 14)}`) + 10n ** 17n)

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  // Clients close idle connections first, so none is closed under a request.
  server.keepAliveTimeout = 0
  const origin = () => {
    const address = server.address()
    return address === null || typeof address === 'string' ? '' : `http://127.0.0.1:${address.port}`
  }
  const gatewayUrl = () => origin().replace('http', 'ws')
  const guildOf = (guildId: string) => {
    const inside = store.channels.filter((one) => one.guildId === guildId && one.isVisible)
    const shape = ({ id, name, parentId, ownerId }: DiscordChannel) => ({
      id,
      name,
      type: parentId === undefined ? 0 : 11,
      guild_id: guildId,
      ...(parentId === undefined ? {} : { parent_id: parentId }),
      ...(ownerId === undefined ? {} : { owner_id: ownerId }),
    })
    return {
      id: guildId,
      name: 'Server',
      channels: inside.filter(({ parentId }) => parentId === undefined).map(shape),
      threads: inside.filter(({ parentId }) => parentId !== undefined).map(shape),
    }
  }
  const gateway = attachGateway(server, {
    token: store.token,
    botId: store.appId,
    heartbeatMs: options.heartbeatMs ?? 41_250,
    url: gatewayUrl,
    guilds: () => [...new Set(store.channels.map(({ guildId }) => guildId))].map(guildOf),
  })

  const makeChannel = (
    given: Partial<Pick<DiscordChannel, 'name' | 'isAppOwned' | 'isVisible' | 'guildId' | 'mayThread'>> = {},
  ) => {
    const channel: DiscordChannel = {
      id: snowflake(),
      name: `support-${store.channels.length + 1}`,
      guildId: snowflake(),
      webhookId: snowflake(),
      webhookToken: randomBytes(51).toString('base64url'),
      isAppOwned: false,
      isVisible: true,
      ...given,
    }
    store.channels.push(channel)
    save()
    if (channel.isVisible) gateway.tell('GUILD_CREATE', guildOf(channel.guildId))
    return { ...channel, webhookUrl: webhookUrlOf(channel) }
  }
  const webhookUrlOf = ({ webhookId, webhookToken }: DiscordChannel) =>
    `${origin()}/api/webhooks/${webhookId}/${webhookToken}`
  /** `isTold` is false for a thread without a gateway event, like old ones. */
  const makeThread = (
    channelId: string,
    { isTold = true, id = snowflake(), name = 'thread', ownerId = userIdOf('Vera') } = {},
  ) => {
    const parent = channelOf(channelId)
    if (!parent) throw new Error('no such channel')
    const thread: DiscordChannel = { ...parent, id, name, parentId: channelId, ownerId }
    store.channels.push(thread)
    save()
    const told = { id, type: 11, parent_id: channelId, guild_id: parent.guildId, name, owner_id: ownerId }
    if (isTold) gateway.tell('THREAD_CREATE', told)
    return thread.id
  }
  const memberOf = (name: string) => ({
    user: { id: userIdOf(name), username: name.toLowerCase(), global_name: name, bot: false },
    nick: null,
  })

  const messageOf = ({ id, channel, text, user }: Required<Omit<DiscordSaid, 'message'>> & { readonly id: string }) => {
    const { user: author, ...member } = memberOf(user)
    return {
      id,
      channel_id: channel,
      guild_id: channelOf(channel)?.guildId,
      type: 0,
      content: text,
      author,
      member,
      timestamp: new Date().toISOString(),
      edited_timestamp: null as string | null,
      mentions: text.includes(`<@${store.appId}>`) ? [{ id: store.appId, username: 'assistant', bot: true }] : [],
      attachments: [],
    }
  }
  const say = ({ channel, text = '', user = 'Vera', message = {} }: DiscordSaid) => {
    const id = typeof message.id === 'string' ? message.id : snowflake()
    const files = (Array.isArray(message.attachments) ? message.attachments : []) as { filename?: string }[]
    const shown = [...files.map(({ filename }) => `[${filename}]`), text].join(' ').trim()
    shownIn(channel).push({ id, author: user, by: 'member', text: shown, images: [], buttons: [] })
    gateway.tell('MESSAGE_CREATE', { ...messageOf({ id, channel, text, user }), ...message })
    return id
  }
  const changes = createChanges({ store, save, channelOf, shownIn, guildOf, messageOf, tell: gateway.tell })
  const directOf = (user: string) => {
    const found = direct.get(user) ?? snowflake()
    direct.set(user, found)
    return found
  }

  /** Signs like Discord, and sends. */
  const interact = async (body: Readonly<Record<string, unknown>>) => {
    const full = { id: snowflake(), application_id: store.appId, token: randomBytes(40).toString('base64url'), ...body }
    const { channel_id: channel, message } = full as { channel_id?: string; message?: { id?: string } }
    pending.set(full.id, {
      channel: channel ?? '',
      ...(message?.id === undefined ? {} : { message: message.id }),
    })
    setTimeout(() => {
      if (pending.delete(full.id)) note(channel ?? '', 'This interaction failed.')
    }, INTERACTION_MS).unref()
    if (interactionsUrl === undefined) {
      gateway.tell('INTERACTION_CREATE', full)
      return { status: 0, body: undefined as unknown }
    }
    const bytes = Buffer.from(JSON.stringify(full))
    const answer = await fetch(interactionsUrl, { method: 'POST', headers: signed(key, bytes), body: bytes })
    const read = { status: answer.status, body: (await answer.json()) as unknown }
    answers.push(read)
    showAnswer(full.id, read.body)
    return read
  }
  const note = (channel: string, text: string, by: Shown['by'] = 'note', author = '') =>
    void shownIn(channel).push({ id: snowflake(), author, by, text, images: [], buttons: [] })
  const showAnswer = (interaction: string, body: unknown) => {
    const { type, data = {} } = body as {
      type?: number
      data?: { content?: string; components?: Rows; flags?: number }
    }
    const { channel = '', message } = pending.get(interaction) ?? {}
    if (channel === '') return
    pending.delete(interaction)
    if (type === 4)
      note(channel, `${data.content ?? ''}${data.flags === 64 ? ' (only you see this)' : ''}`, 'bot', 'Bot')
    const all = shownIn(channel)
    const at = all.findIndex(({ id }) => id === message)
    const before = all[at]
    if (type === 7 && before && data.components) all[at] = { ...before, buttons: buttonsOf(data.components) }
  }
  const placeOf = (channelId: string) => {
    const channel = channelOf(channelId)
    return {
      channel_id: channelId,
      channel: {
        id: channelId,
        type: channel?.parentId === undefined ? 0 : 11,
        ...(channel?.parentId === undefined ? {} : { parent_id: channel.parentId }),
      },
    }
  }
  const ask = ({ channel, text, user = 'Vera' }: { channel: string; text: string; user?: string }) =>
    interact({
      type: 2,
      ...placeOf(channel),
      member: memberOf(user),
      locale: 'en-US',
      data: { id: '1', name: 'ask', type: 1, options: [{ type: 3, name: 'question', value: text }] },
    })
  const press = ({ channel, button, user = 'Vera' }: { channel: string; button: string; user?: string }) => {
    const under = shownIn(channel).findLast(({ buttons }) => buttons.some(({ id }) => id === button))
    return interact({
      type: 3,
      ...(under ? { message: { id: under.id, components: rowsOf(under.buttons) } } : {}),
      ...placeOf(channel),
      member: memberOf(user),
      locale: 'en-US',
      data: { custom_id: button, component_type: 2 },
    })
  }

  /** What a call of a webhook is refused for: too many of them, or what it carries. */
  const refusalOf = (channel: DiscordChannel, body: Readonly<Record<string, unknown>>, isWhole = true) => {
    const now = Date.now()
    const window = windows.get(channel.webhookId)
    const current = window && window.until > now ? window : { used: 0, until: now + WINDOW_MS }
    windows.set(channel.webhookId, current)
    current.used += 1
    const headers = {
      'x-ratelimit-limit': String(PER_WINDOW),
      'x-ratelimit-remaining': String(Math.max(0, PER_WINDOW - current.used)),
      'x-ratelimit-reset-after': String((current.until - now) / 1000),
      'x-ratelimit-bucket': 'webhook',
    }
    const limited = (retry: number) => ({
      status: 429,
      headers,
      body: { message: 'You are being rate limited.', retry_after: retry, global: false } as unknown,
    })
    if (current.used > PER_WINDOW) return { headers, limited, refusal: limited((current.until - now) / 1000) }
    const fault = isWhole ? faultOf(body) : undefined
    const said = { message: `Invalid Form Body: ${fault}`, code: 50_035, errors: {} } as unknown
    return { headers, limited, refusal: fault === undefined ? undefined : { status: 400, headers, body: said } }
  }
  const contentOf = (channel: DiscordChannel, body: Readonly<Record<string, unknown>>, query: URLSearchParams) => {
    const shows = channel.isAppOwned && query.get('with_components') === 'true'
    const rows = (shows ? (body.components ?? []) : []) as Rows
    const embeds = (body.embeds ?? []) as { title?: string; description?: string; image?: { url: string } }[]
    return {
      text: [body.content, ...embeds.flatMap(({ title, description }) => [title, description])]
        .filter(Boolean)
        .join('\n'),
      images: embeds.flatMap(({ image }) => (image ? [image.url] : [])),
      buttons: buttonsOf(rows),
    }
  }
  const editedAt = new Map<string, number>()
  /** PATCH and DELETE of a message that the webhook sent. */
  const change = (
    channel: DiscordChannel,
    {
      method,
      id,
      body,
      query,
    }: { method: string; id: string; body: Readonly<Record<string, unknown>>; query: URLSearchParams },
  ): { status: number; body: unknown; headers?: Record<string, string> } => {
    const unknown = { status: 404, body: { message: 'Unknown Message', code: 10_008 } }
    const { headers, limited, refusal } = refusalOf(channel, body, method === 'PATCH')
    if (refusal) return refusal
    const placeId = query.get('thread_id') ?? channel.id
    const place = channelOf(placeId)
    if (!place || (placeId !== channel.id && place.parentId !== channel.id)) return unknown
    const all = shownIn(placeId)
    const at = all.findIndex((one) => one.id === id && one.by === 'webhook')
    const before = all[at]
    if (!before) return unknown
    if (method === 'DELETE') {
      all.splice(at, 1)
      gateway.tell('MESSAGE_DELETE', { id, channel_id: placeId, guild_id: channel.guildId })
      return { status: 204, headers, body: undefined }
    }
    if (body.username !== undefined || body.avatar_url !== undefined)
      return { status: 400, headers, body: { message: 'Invalid Form Body: username', code: 50_035, errors: {} } }
    const waits = (editedAt.get(id) ?? 0) + EDIT_MS - Date.now()
    if (waits > 0) return limited(waits / 1000)
    editedAt.set(id, Date.now())
    all[at] = { ...before, ...contentOf(channel, body, query), edits: (before.edits ?? 0) + 1 }
    const message = { id, type: 0, channel_id: placeId, webhook_id: channel.webhookId, content: body.content ?? '' }
    gateway.tell('MESSAGE_UPDATE', { ...message, author: { id: channel.webhookId, bot: true } })
    return { status: 200, headers, body: message }
  }

  const execute = (
    channel: DiscordChannel,
    body: Readonly<Record<string, unknown>>,
    query: URLSearchParams,
  ): { status: number; body: unknown; headers?: Record<string, string> } => {
    const { headers, refusal } = refusalOf(channel, body)
    if (refusal) return refusal
    const threadId = query.get('thread_id') ?? undefined
    const place = threadId === undefined ? channel : channelOf(threadId)
    if (!place || (threadId !== undefined && place.parentId !== channel.id))
      return { status: 400, headers, body: { message: 'Unknown Channel', code: 10_003 } }
    const id = snowflake()
    typing.delete(place.id)
    shownIn(place.id).push({
      id,
      author: String(body.username ?? 'Webhook'),
      by: 'webhook',
      ...(typeof body.avatar_url === 'string' ? { avatar: body.avatar_url } : {}),
      ...contentOf(channel, body, query),
    })
    // Everyone in the channel gets the event, including the bot, which must not answer it.
    gateway.tell('MESSAGE_CREATE', {
      id,
      channel_id: place.id,
      guild_id: channel.guildId,
      type: 0,
      content: String(body.content ?? ''),
      webhook_id: channel.webhookId,
      author: { id: channel.webhookId, username: String(body.username ?? 'Webhook'), bot: true },
      mentions: [],
      attachments: [],
    })
    const message = { id, type: 0, channel_id: place.id, webhook_id: channel.webhookId, content: body.content ?? '' }
    return query.get('wait') === 'true'
      ? { status: 200, headers, body: message }
      : { status: 204, headers, body: undefined }
  }

  const openThread = (channelId: string, messageId: string, body: Readonly<Record<string, unknown>>) => {
    const no = (status: number, code: number, message: string) => ({ status, body: { message, code } })
    const channel = channelOf(channelId)
    if (!channel?.isVisible) return no(403, 50_001, 'Missing Access')
    if (channel.mayThread === false) return no(403, 50_013, 'Missing Permissions')
    if (channelOf(messageId)) return no(400, 160_004, 'A thread has already been created for this message')
    if (!shownIn(channelId).some(({ id }) => id === messageId)) return no(404, 10_008, 'Unknown Message')
    const name = String(body.name ?? '')
    if (name.length === 0 || name.length > 100) return no(400, 50_035, 'Invalid Form Body: name')
    makeThread(channelId, { id: messageId, name, ownerId: store.appId })
    note(channelId, `Thread: ${name}`)
    return { status: 201, body: { id: messageId, type: 11, name, parent_id: channelId, owner_id: store.appId } }
  }

  const api = (
    method: string,
    path: string,
    query: URLSearchParams,
    body: Readonly<Record<string, unknown>>,
    token: string,
  ) => {
    const no = (status: number, code: number, message: string) => ({ status, body: { message, code } })
    const [, webhookId, webhookToken, messageId] =
      /^\/webhooks\/(\d+)\/([\w-]+)(?:\/messages\/(\d+))?$/.exec(path) ?? []
    if (webhookId !== undefined) {
      const channel = store.channels.find((one) => one.webhookId === webhookId && one.parentId === undefined)
      if (!channel || deleted.has(webhookId)) return no(404, 10_015, 'Unknown Webhook')
      if (channel.webhookToken !== webhookToken) return no(401, 50_027, 'Invalid Webhook Token')
      if (messageId !== undefined)
        return method === 'PATCH' || method === 'DELETE'
          ? change(channel, { method, id: messageId, body, query })
          : no(405, 0, '405: Method Not Allowed')
      if (method === 'POST') return execute(channel, body, query)
      if (method !== 'GET') return no(405, 0, '405: Method Not Allowed')
      return {
        status: 200,
        body: {
          id: webhookId,
          type: 1,
          channel_id: channel.id,
          guild_id: channel.guildId,
          application_id: channel.isAppOwned ? store.appId : null,
          name: 'Captain Hook',
          token: webhookToken,
          url: webhookUrlOf(channel),
        },
      }
    }
    const [, interaction] = /^\/interactions\/(\d+)\/[\w-]+\/callback$/.exec(path) ?? []
    if (interaction !== undefined && method === 'POST') {
      answers.push({ status: 200, body })
      showAnswer(interaction, body)
      return { status: 204, body: undefined }
    }
    if (token !== `Bot ${store.token}`) return no(401, 0, '401: Unauthorized')
    const [, above, started] = /^\/channels\/(\d+)\/messages\/(\d+)\/threads$/.exec(path) ?? []
    if (above !== undefined && started !== undefined && method === 'POST') return openThread(above, started, body)
    const [, spoken] = /^\/channels\/(\d+)\/messages$/.exec(path) ?? []
    if (spoken !== undefined && method === 'POST') {
      if (![...direct.values()].includes(spoken)) return no(403, 50_001, 'Missing Access')
      note(spoken, String(body.content ?? ''), 'bot', 'Bot')
      return { status: 200, body: { id: snowflake(), channel_id: spoken } }
    }
    const [, channelId, types] = /^\/channels\/(\d+)(\/typing)?$/.exec(path) ?? []
    if (channelId !== undefined) {
      const channel = channelOf(channelId)
      if (!channel) return no(404, 10_003, 'Unknown Channel')
      if (!channel.isVisible) return no(403, 50_001, 'Missing Access')
      if (types !== undefined) {
        typing.set(channelId, Date.now() + TYPING_MS)
        return { status: method === 'POST' ? 204 : 405, body: undefined }
      }
      const { id, name, guildId, parentId, ownerId } = channel
      const type = parentId === undefined ? 0 : 11
      const shape = { id, name, guild_id: guildId, type, parent_id: parentId ?? null, owner_id: ownerId ?? null }
      return { status: 200, body: shape }
    }
    if (path === '/gateway/bot')
      return {
        status: 200,
        body: {
          url: gatewayUrl(),
          shards: 1,
          session_start_limit: { total: 1000, remaining: 999, reset_after: 86_400_000, max_concurrency: 1 },
        },
      }
    if (path === '/users/@me') return { status: 200, body: { id: store.appId, username: 'assistant', bot: true } }
    if (path === '/applications/@me')
      return { status: 200, body: { id: store.appId, name: 'Assistant', flags: 1 << 19 } }
    if (path === `/applications/${store.appId}/commands` && method === 'PUT') {
      const fault = commandsFaultOf(body)
      return fault === undefined ? { status: 200, body } : no(400, 50_035, fault)
    }
    return no(404, 0, '404: Not Found')
  }

  const placeShown = (id: string) => ({ messages: shownIn(id), isTyping: (typing.get(id) ?? 0) > Date.now() })
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator')
    const bytes = await readBody(request)
    const json = jsonTo(response)
    const [, path] = /^\/api(?:\/v\d+)?(\/.+)$/.exec(pathname) ?? []
    if (path !== undefined) {
      const method = request.method ?? 'GET'
      const body = parseJson(bytes)
      const isExecute = method === 'POST' && path.startsWith('/webhooks/')
      const fault = isExecute ? faults.shift() : undefined
      if (fault && !fault.lost) {
        calls.push({ method, path, body, status: fault.status })
        const { status, code = 0, message = 'fault', retryAfter } = fault
        const waits = retryAfter === undefined ? {} : { retry_after: retryAfter, global: false }
        return json(status, { message, code, ...waits })
      }
      const answer = api(method, path, searchParams, body, request.headers.authorization ?? '')
      calls.push({ method, path, body, status: answer.status })
      if (fault?.lost) return void response.destroy()
      return json(answer.status, answer.body, 'headers' in answer ? answer.headers : {})
    }
    const [, attachment] = /^\/attachments\/\d+\/([\w.-]+)$/.exec(pathname) ?? []
    if (attachment !== undefined) {
      const bytes = new Map(PAGE_FILES).get(attachment) ?? new Map(PAGE_FILES).get('picture.png')
      return void response.writeHead(200).end(bytes)
    }
    if (pathname === '/page')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(DISCORD_PAGE)
    if (pathname === '/page/state')
      return json(200, {
        bot: store.appId,
        files: FILES.map(({ kind, label }) => ({ kind, label })),
        channels: store.channels
          .filter(({ parentId }) => parentId === undefined)
          .map((one) => ({
            id: one.id,
            name: one.name,
            webhookUrl: webhookUrlOf(one),
            ...placeShown(one.id),
            threads: store.channels
              .filter(({ parentId }) => parentId === one.id)
              .map(({ id, name }) => ({ id, name, ...placeShown(id) })),
          })),
        direct: [...direct].map(([user, id]) => ({ user, id, ...placeShown(id) })),
      })
    if (pathname === '/page/say' && request.method === 'POST') {
      const given = parseJson(bytes) as {
        channel?: string
        user?: string
        text?: string
        ask?: string
        press?: string
        kind?: string
        create?: true
      }
      const user = String(given.user ?? 'Vera').slice(0, 32) || 'Vera'
      const channel = given.channel === 'direct' ? directOf(user) : String(given.channel ?? '')
      if (given.create) makeChannel({ isAppOwned: true })
      else if (given.press !== undefined) void press({ channel, user, button: String(given.press) })
      else if (given.ask !== undefined) {
        shownIn(channel).push({
          id: snowflake(),
          author: user,
          by: 'member',
          text: `/ask ${given.ask}`,
          images: [],
          buttons: [],
        })
        await ask({ channel, user, text: String(given.ask).slice(0, 2000) })
      } else {
        const text = String(given.text ?? '')
          .slice(0, 2000)
          .replaceAll(/@assistant\b/gi, `<@${store.appId}>`)
        const file = FILES.find(({ kind }) => kind === given.kind)
        const attachments = file && [
          {
            id: snowflake(),
            filename: file.kind === 'voice' ? 'voice-message.ogg' : file.name,
            content_type: file.mime,
            size: file.size,
            url: `${origin()}/attachments/1/${file.name}`,
          },
        ]
        if (text !== '' || attachments)
          say({ channel, user, text, ...(attachments ? { message: { attachments } } : {}) })
      }
      return json(200, { ok: true })
    }
    json(404, { message: '404: Not Found', code: 0 })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  if (options.storeFile !== undefined && store.channels.length === 0) makeChannel({ name: 'support', isAppOwned: true })
  return {
    origin: origin(),
    url: `${origin()}/api/v10`,
    bot,
    calls,
    /** Responses to interactions. */
    answers,
    gateway,
    makeChannel,
    makeThread,
    directOf,
    say,
    ...changes,
    ask,
    press,
    /** Sends interactions to this URL instead of the gateway. */
    interactAt: (url: string | undefined) => void (interactionsUrl = url),
    sign: (bytes: Buffer) => signed(key, bytes),
    deleteWebhook: (id: string) => void deleted.add(id),
    fail: (...given: DiscordFault[]) => void (faults = [...faults, ...given]),
    /** Messages in a channel, oldest first. */
    messages: (channel: string): readonly Shown[] => shownIn(channel),
    close: () =>
      new Promise<void>((resolve) => {
        gateway.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
