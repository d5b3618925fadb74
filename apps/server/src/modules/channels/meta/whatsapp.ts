import {
  NewTemplate,
  type PhoneEntry,
  type Template,
  type TemplatePlace,
  type WhatsappNumber,
} from '@parlance/contract/channels/whatsapp'
import type { TemplateMedia } from '@parlance/contract/channels/whatsapp-lists'
import type { Message } from '@parlance/contract/conversations/schemas'
import type { whatsappApi } from '@parlance/contract/channels/whatsapp-api'
import type { Item } from '@parlance/contract/items/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { msg, withRef } from '@parlance/i18n/messages'
import type { Vault } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { readMessage } from '../../../lib/stored-message.ts'
import type { Handlers } from '../../../lib/http/handlers.ts'
import type { ChannelConversations } from '../channel-conversations.ts'
import type { Connections } from '../connections/connections.ts'
import * as repository from '../connections/connections.repository.ts'
import { approvedTemplate } from './check-template.ts'
import { moveToAgent } from './meta-pages.repository.ts'
import * as identities from '../identities.repository.ts'
import type { ChannelConnection, ChannelRequest, ThreadRef } from '../ports.ts'
import { createSealedTokens } from '../connections/sealed-tokens.ts'

export interface CreatedTemplate {
  readonly id: string
  readonly status: string
  readonly category: string
}
/** Business accounts at Meta. Throws AppErrors with Meta's words. */
export interface WhatsappAccounts {
  readonly loginUrl: (state: string) => string | undefined
  /** Version of the Graph API; Meta has switched off an expired one. */
  readonly version: () => { readonly version: string; readonly isExpired: boolean }
  readonly longToken: (given: string) => Promise<{ token: string; wabaIds: readonly string[] }>
  readonly phones: (wabaId: string, token: string) => Promise<readonly PhoneEntry[]>
  readonly createTemplate: (wabaId: string, token: string, template: NewTemplate) => Promise<CreatedTemplate>
  readonly templates: (wabaId: string, token: string) => Promise<readonly Template[]>
  /** Throws what is wrong with a file above a template, in words. */
  readonly assertMedia: (kind: TemplateMedia, file: { readonly mime: string; readonly size: number }) => void
  readonly assertMediaAt: (kind: TemplateMedia, address: string) => Promise<void>
  readonly templateRequest: (
    to: ThreadRef,
    template: {
      name: string
      language: string
      filled: readonly (TemplatePlace & { readonly value: string })[]
      media?: { kind: TemplateMedia; url: string } | undefined
    },
  ) => ChannelRequest
  readonly sendText: (phoneId: string, token: string, message: { to: string; text: string }) => Promise<string>
}
export interface WhatsappDeps {
  readonly vault: Vault
  readonly connections: Connections
  readonly accounts: WhatsappAccounts
  readonly reply: StoreReply
  readonly conversations: Pick<ChannelConversations, 'readMessage'>
  readonly wakeSender: (ctx: Ctx, identityId: string) => void
}
/** Stores a person's message; `stored` runs within the transaction. */
export type StoreReply = (
  ctx: Ctx,
  reply: { agentId: string; conversationId: string; id: string; text: string; attachments: readonly string[] },
  special: {
    ignoresWindow: true
    stored: (
      tx: Ctx,
      seq: number,
      attachments: readonly { readonly mime: string; readonly size: number }[],
    ) => Promise<void>
  },
) => Promise<{ data: Message }>

const channel = 'whatsapp'

export function createWhatsappNumbers({
  vault,
  connections,
  accounts,
  reply,
  conversations,
  wakeSender,
}: WhatsappDeps) {
  const sealed = createSealedTokens(vault, 'whatsapp-token')
  const numberOf = ({ settings, account, agentId }: ChannelConnection): WhatsappNumber => ({
    wabaId: settings.wabaId ?? '',
    phoneId: account,
    phoneNumber: settings.phoneNumber ?? '',
    agentId,
  })
  const find = (ctx: Ctx, agentId: string) => connections.openOfAgent(ctx, agentId, channel)
  const must = async (ctx: Ctx, agentId: string) => {
    const connection = await find(ctx, agentId)
    if (!connection) throw new AppError('NOT_FOUND', msg('whatsapp_not_connected'))
    const { settings, secrets } = connection
    return { connection, wabaId: settings.wabaId ?? '', token: secrets.longAccessToken ?? '' }
  }
  const checked = (given: unknown): NewTemplate => {
    const read = NewTemplate.safeParse(given)
    if (!read.success) throw new AppError('INVALID_INPUT', msg('whatsapp_template_invalid'))
    return read.data
  }

  /** Where Meta gets the file of a message. */
  const addressOfFile = async (tx: Ctx, conversationId: string, seq: number): Promise<string | undefined> => {
    const { items = [] } = (await conversations.readMessage(tx, conversationId, seq)) ?? {}
    const [url] = (items as readonly Item[]).flatMap((item) =>
      item.type === 'visual' ? [item.image] : item.type === 'file' ? [item.url] : [],
    )
    return url
  }

  return {
    login: async (_ctx, { state }) => ({ url: accounts.loginUrl(state) ?? null, ...accounts.version() }),
    async getLongAccessToken(ctx, { token }) {
      const { token: lasting, wabaIds } = await accounts.longToken(token)
      return { access_token: sealed.seal(ctx, lasting), wabaIds: [...wabaIds] }
    },
    async getWhatsappNumbers(ctx, { agentId }) {
      const connection = await find(ctx, agentId)
      return connection ? [numberOf(connection)] : []
    },
    async connectWhatsappNumber(ctx, { agentId, longAccessToken, ...given }) {
      const fields = { ...given, longAccessToken: sealed.open(ctx, longAccessToken) }
      await connections.connect(ctx, { agentId, channel, fields })
      const { connection } = await must(ctx, agentId)
      return { newAddedNumber: numberOf(connection) }
    },
    async removeWhatsappNumber(ctx, { agentId, phoneId }) {
      const connection = await find(ctx, agentId)
      if (connection?.account !== phoneId) throw new AppError('NOT_FOUND', msg('whatsapp_not_connected'))
      await connections.disconnect(ctx, { agentId, channel })
      return { phoneId }
    },
    getDetailsOfWhatsappNumber: async (ctx, { wabaId, longAccessToken }) => ({
      data: [...(await accounts.phones(wabaId, sealed.open(ctx, longAccessToken)))],
    }),
    createTemplate: async (ctx, { longAccessToken, wabaId, workspaceId: _workspace, ...template }) =>
      accounts.createTemplate(wabaId, sealed.open(ctx, longAccessToken), checked(template)),
    async numbers(ctx, { limit }) {
      const found = await repository.listOfWorkspace(ctx.db, ctx.workspaceId, channel)
      const items = found.map(
        ({ agent_id: agentId, account: phoneId, settings, name, status, last_error: lastError }) => ({
          wabaId: settings.wabaId ?? '',
          phoneId,
          phoneNumber: settings.phoneNumber ?? '',
          agentId,
          name: settings.verifiedName ?? name,
          status: status === 'active' ? ('active' as const) : ('failing' as const),
          ...withRef('lastError', readMessage(lastError)),
        }),
      )
      return { items: items.slice(0, limit) }
    },
    async assign(ctx, { agentId, phoneId }) {
      const row = await ctx.tx(async (tx) => {
        const found = await repository.findByAccount(tx.db, channel, phoneId)
        if (found?.workspace_id !== tx.workspaceId) throw new AppError('NOT_FOUND', msg('whatsapp_not_connected'))
        const other = await connections.findRow(tx, agentId, channel)
        if (other && other.id !== found.id) throw new AppError('CONFLICT', msg('whatsapp_agent_has_number'))
        connections.forget(tx, found)
        await moveToAgent(tx.db, [found.id], agentId)
        return found
      })
      connections.forget(ctx, row)
      const { wabaId = '', phoneNumber = '' } = row.settings
      return { number: { wabaId, phoneId, phoneNumber, agentId } }
    },
    async templates(ctx, { agentId, limit }) {
      const { wabaId, token } = await must(ctx, agentId)
      return { items: (await accounts.templates(wabaId, token)).slice(0, limit) }
    },
    async addTemplate(ctx, { agentId, ...template }) {
      const { wabaId, token } = await must(ctx, agentId)
      return accounts.createTemplate(wabaId, token, checked(template))
    },
    async sendTemplate(ctx, { agentId, conversationId, id, name, language, values, media: address, attachments = [] }) {
      const identity = await identities.findOfConversation(ctx.db, conversationId)
      const { connection, wabaId, token } = await must(ctx, agentId)
      if (identity?.connection_id !== connection.id) throw new AppError('NOT_FOUND')
      const template = approvedTemplate(await accounts.templates(wabaId, token), { name, language })
      if (template.values !== values.length) throw new AppError('INVALID_INPUT', msg('whatsapp_template_values'))
      const { media: kind } = template
      const given = attachments.length + (address === undefined ? 0 : 1)
      if (given !== (kind === '' ? 0 : 1)) throw new AppError('INVALID_INPUT', msg('whatsapp_template_media'))
      if (kind !== '' && address !== undefined) await accounts.assertMediaAt(kind, address)
      const filled = template.places.map((place, index) => ({ ...place, value: values[index] ?? '' }))
      assertLocation(filled)
      const words = template.bodyText.replaceAll(
        /\{\{\s*(\w{1,50})\s*\}\}/g,
        (whole, mark: string) => filled.find(({ part, name: of }) => part === 'BODY' && of === mark)?.value ?? whole,
      )
      const text = [address, words].filter(Boolean).join('\n')
      const to = { thread: identity.thread, isGroup: identity.is_group }
      const stored = await reply(
        ctx,
        { agentId, conversationId, id, text, attachments },
        {
          ignoresWindow: true,
          async stored(tx, seq, [file]) {
            if (kind !== '' && file) accounts.assertMedia(kind, file)
            const url = file ? await addressOfFile(tx, conversationId, seq) : address
            const media = kind !== '' && url !== undefined ? { kind, url } : undefined
            const request = accounts.templateRequest(to, { name, language, filled, media })
            // Takes the outbox key of the message's own text.
            const key = `m${conversationId}:${seq}:0`
            await identities.queueOut(
              tx.db,
              [{ connectionId: connection.id, identityId: identity.id, key, request }],
              tx.now(),
            )
          },
        },
      )
      wakeSender(ctx, identity.id)
      return stored
    },
    async sendTest(ctx, { agentId, phoneId, phone, text }) {
      const to = phone.trim()
      const connection = await find(ctx, agentId)
      if (to === '' || connection?.account !== phoneId) throw new AppError('INVALID_INPUT', msg('whatsapp_test_phone'))
      if (!to.startsWith('+')) throw new AppError('INVALID_INPUT', msg('country_code_required'))
      if (text.trim() === '') throw new AppError('INVALID_INPUT', msg('whatsapp_test_text'))
      const number = to.replaceAll(/[^\d]/g, '')
      if (!/^\d{6,15}$/.test(number)) throw new AppError('INVALID_INPUT', msg('whatsapp_test_phone'))
      const message = { to: number, text: text.trim() }
      return { id: await accounts.sendText(phoneId, connection.secrets.longAccessToken ?? '', message) }
    },
  } satisfies Handlers<typeof whatsappApi>
}

function assertLocation(filled: readonly { readonly part: string; readonly name: string; readonly value: string }[]) {
  for (const [name, most] of [
    ['latitude', 90],
    ['longitude', 180],
  ] as const) {
    const given = filled.find((one) => one.part === 'LOCATION' && one.name === name)
    if (given && !(given.value.trim() !== '' && Math.abs(Number(given.value)) <= most))
      throw new AppError('INVALID_INPUT', msg('whatsapp_template_location'))
  }
}
