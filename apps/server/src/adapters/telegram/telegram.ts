// Telegram by its Bot API: https://core.telegram.org/bots/api
import { randomBytes } from 'node:crypto'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import { sameSecret } from '../../lib/crypto.ts'
import { createDraftPace } from '../../lib/draft-pace.ts'
import { jsonBody, refused } from '../../lib/http/provider-webhook.ts'
import { readFile } from '../../lib/outbound/read-file.ts'
import type { ChannelAdapter, ChannelConnection, ChannelRequest, SendOutcome } from '../../modules/channels/index.ts'
import { chatOf, compileTelegram, draftText, reactionOf, threadOf } from './compile.ts'
import { parseTelegram, Update, whyIgnored } from './parse.ts'

const TIMEOUT_MS = 15_000
const DRAFT_MS = 1200
const UPDATES = ['message', 'edited_message', 'message_reaction', 'callback_query', 'my_chat_member']
const TOKEN = /^\d{3,20}:[\w-]{20,100}$/

const Answer = z.looseObject({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.number().optional(),
  description: z.string().optional(),
  parameters: z
    .looseObject({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() })
    .optional(),
})
type Answer = z.infer<typeof Answer>

const tokenIn = (fields: Readonly<Record<string, string>>) => (fields.token ?? '').trim()
const botOf = (token: string) => token.split(':')[0] ?? ''

/** Drafts in a group are messages, of which Telegram accepts 20 a minute. */
const GROUP_DRAFT_MS = 4000
const GROUP_DRAFTS_A_MINUTE = 10

export interface TelegramCommands {
  /** Empty for everyone whose language has none. */
  readonly language: string
  readonly commands: readonly { readonly command: string; readonly description: string }[]
}
export interface TelegramOptions {
  readonly baseUrl: string
  /** Shown in the menu of a bot. */
  readonly commands?: () => Promise<readonly TelegramCommands[]>
}

export function createTelegram({ baseUrl, commands }: TelegramOptions): ChannelAdapter {
  const drafts = createDraftPace(GROUP_DRAFTS_A_MINUTE)
  const call = async (token: string, method: string, body: Readonly<Record<string, unknown>>): Promise<Answer> => {
    const response = await fetch(`${baseUrl}/bot${token}/${method}`, {
      ...requestOf(method, body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return Answer.parse(await response.json())
  }

  return {
    channel: 'telegram',
    async verify(request, find) {
      const { region = '', agentId = '' } = request.params
      const connection = await find({ region, agentId })
      if (!connection) return refused('unknown')
      const given = request.headers.get('x-telegram-bot-api-secret-token') ?? ''
      if (!sameSecret(given, connection.secrets.webhookSecret ?? randomBytes(32).toString('hex')))
        return refused('signature', connection.account)
      const update = Update.safeParse(jsonBody(request))
      if (!update.success) return refused('malformed', connection.account)
      const { account, workspaceId, id: connectionId, region: home } = connection
      const part = { account, id: String(update.data.update_id), region: home, workspaceId, connectionId }
      return { kind: 'accepted', parts: [{ ...part, body: update.data }] }
    },
    namedBy: ({ params: { region = '', agentId = '' } }) => [{ region, agentId }],
    parse: parseTelegram,
    whyIgnored,
    compile: compileTelegram,
    compileReaction: reactionOf,
    // Drafts are shown in private chats for half a minute, until the message arrives. Groups have none: there a message
    // is edited.
    draft(text, { thread, isGroup }, { id, shown }) {
      if (!isGroup) return { method: 'sendMessageDraft', body: { ...chatOf(thread), draft_id: id, ...draftText(text) } }
      if (!drafts.mayAsk(chatOf(thread).chat_id)) return undefined
      const words = { ...draftText(text, ' …'), link_preview_options: { is_disabled: true } }
      return shown === undefined
        ? { method: 'sendMessage', body: { ...chatOf(thread), ...words } }
        : editOf(thread, shown, words)
    },
    draftMs: ({ isGroup }) => (isGroup ? GROUP_DRAFT_MS : DRAFT_MS),
    settleDraft: {
      finish(first, shown, { thread }) {
        return first.method === 'sendMessage' ? [editOf(thread, shown, first.body)] : [deletionOf(thread, shown), first]
      },
      withdraw: (shown, { thread }) => deletionOf(thread, shown),
    },
    typing: ({ thread }) => ({ method: 'sendChatAction', body: { ...chatOf(thread), action: 'typing' } }),
    typingMs: 4000,
    // About the 30 messages a second that Telegram takes from a bot.
    sendsAtOnce: 2,
    async send(request, connection) {
      try {
        return outcomeOf(await call(connection.secrets.token ?? '', request.method, bodyOf(request)), request)
      } catch (error) {
        // The connection failed, so nothing was sent; or sending it again changes nothing.
        const isHarmless = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(causeOf(error)) || isRepeatable(request)
        return isHarmless
          ? { kind: 'retry', reason: msg('provider_unreachable', { name: 'Telegram' }) }
          : { kind: 'unknown', reason: msg('provider_silent', { provider: 'Telegram' }) }
      }
    },
    async download({ id, mime }, { secrets: { token = '' } }) {
      const answer = await call(token, 'getFile', { file_id: id })
      const { file_path: path } = z.looseObject({ file_path: z.string() }).parse(answer.result)
      const response = await fetch(`${baseUrl}/file/bot${token}/${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!response.ok) throw new Error(`Telegram answered ${response.status} for a file`)
      return { bytes: await readFile(response), mime }
    },
    accountOf(fields) {
      const token = tokenIn(fields)
      return TOKEN.test(token) ? botOf(token) : undefined
    },
    async connect({ api, agentId, fields }) {
      const token = tokenIn(fields)
      if (!TOKEN.test(token)) throw new AppError('INVALID_INPUT', msg('telegram_token_invalid'))
      const webhookUrl = `${api}/v2/agents/${agentId}/telegram-webhook`
      const webhookSecret = randomBytes(32).toString('base64url')
      const must = async (method: string, body: Readonly<Record<string, unknown>> = {}) => {
        const answer = await call(token, method, body).catch((): Answer => ({
          ok: false,
          result: undefined,
          description: 'Telegram could not be reached',
        }))
        if (!answer.ok)
          throw new AppError(
            'UPSTREAM_FAILED',
            msg('telegram_webhook_failed', { description: answer.description ?? '' }),
          )
        return answer.result
      }
      await must('deleteWebhook')
      await must('setWebhook', {
        url: webhookUrl,
        secret_token: webhookSecret,
        allowed_updates: JSON.stringify(UPDATES),
        max_connections: 40,
      })
      const info = z.looseObject({ url: z.string() }).safeParse(await must('getWebhookInfo'))
      if (info.data?.url !== webhookUrl)
        throw new AppError(
          'UPSTREAM_FAILED',
          msg('telegram_webhook_failed', { description: 'another webhook was set' }),
        )
      const me = z.looseObject({ username: z.string().optional() }).safeParse(await must('getMe'))
      const username = me.data?.username ?? ''
      // The bot works without its menu.
      await Promise.all(
        ((await commands?.()) ?? []).map(({ language, commands: shown }) =>
          call(token, 'setMyCommands', { commands: shown, ...(language === '' ? {} : { language_code: language }) }),
        ),
      ).catch(() => undefined)
      const botId = botOf(token)
      return {
        account: botId,
        name: username === '' ? botId : `@${username}`,
        settings: { botId, agentId, webhookUrl, username },
        secrets: { token, webhookSecret },
      }
    },
    async disconnect({ secrets: { token = '' } }: ChannelConnection) {
      await call(token, 'deleteWebhook', {})
    },
  }
}

function requestOf(method: string, body: Readonly<Record<string, unknown>>): RequestInit {
  if (method === 'getWebhookInfo') return { method: 'GET' }
  if (method === 'setWebhook') return { method: 'POST', body: formOf(body) }
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}
const formOf = (body: Readonly<Record<string, unknown>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.set(name, String(value))
  return form
}

const editOf = (thread: string, shown: string, words: Readonly<Record<string, unknown>>): ChannelRequest => ({
  method: 'editMessageText',
  body: { ...words, ...chatOf(thread), message_id: Number(shown) },
})
const deletionOf = (thread: string, shown: string): ChannelRequest => ({
  method: 'deleteMessage',
  body: { chat_id: chatOf(thread).chat_id, message_id: Number(shown) },
})
/** An edit needs no topic; the message that is sent instead of a deleted one does. */
function bodyOf({ method, body }: ChannelRequest): Readonly<Record<string, unknown>> {
  const { message_thread_id: _topic, ...edit } = body
  return method === 'editMessageText' ? edit : body
}
const isRepeatable = ({ method }: ChannelRequest) =>
  method === 'editMessageText' || method === 'deleteMessage' || method === 'setMessageReaction'

function causeOf(error: unknown): string {
  let text = ''
  for (let e = error; e instanceof Error; e = e.cause) text += `${Reflect.get(e, 'code') ?? ''} ${e.message} `
  return text
}

export function outcomeOf(answer: Answer, { method, body }: ChannelRequest): SendOutcome {
  if (answer.ok) {
    const sent = z.looseObject({ message_id: z.number() }).safeParse(answer.result)
    return { kind: 'sent', providerId: sent.success ? String(sent.data.message_id) : '' }
  }
  const { error_code: code = 500, description = '', parameters } = answer
  const reason = msg('provider_said', { provider: 'Telegram', words: description.slice(0, 200) })
  if (parameters?.migrate_to_chat_id !== undefined)
    return { kind: 'moved', thread: threadOf(parameters.migrate_to_chat_id), reason }
  if (code === 429) return { kind: 'retry', afterMs: (parameters?.retry_after ?? 1) * 1000, reason }
  if (code >= 500) return { kind: 'retry', reason }
  if (code === 401 || code === 404) return { kind: 'reconnect', reason }
  if (/blocked by the user|bot was kicked/i.test(description)) return { kind: 'opted-out', reason }
  if (code === 403 || /chat not found|user is deactivated/i.test(description)) return { kind: 'undeliverable', reason }
  if (/not modified/i.test(description)) return { kind: 'sent', providerId: String(body.message_id ?? '') }
  // Someone deleted the message that shows the answer.
  const { message_id: _edited, ...message } = body
  if (method === 'editMessageText' && /message to edit not found|can't be edited/i.test(description))
    return { kind: 'rejected', reason, instead: { method: 'sendMessage', body: message } }
  const { parse_mode: _mode, photo, document, caption, text, ...rest } = body
  if (/parse entities/i.test(description) && body.parse_mode !== undefined)
    return {
      kind: 'rejected',
      reason,
      instead: { method, body: { ...rest, ...plainOf({ photo, document, caption, text }) } },
    }
  const address = photo ?? document
  if (typeof address === 'string')
    return {
      kind: 'rejected',
      reason,
      instead: { method: 'sendMessage', body: { ...rest, text: [bare(caption), address].filter(Boolean).join('\n') } },
    }
  return { kind: 'rejected', reason }
}

const bare = (html: unknown): string =>
  typeof html === 'string'
    ? html
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
    : ''
const plainOf = (parts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, name === 'text' || name === 'caption' ? bare(value) : value]],
    ),
  )
