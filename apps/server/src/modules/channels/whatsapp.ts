// Numbers of WhatsApp that agents answer on, their templates and test messages.
import { NewTemplate, type PhoneEntry, type Template, type WhatsappNumber } from '@parlance/contract/channels/whatsapp'
import { placeholdersOf } from '@parlance/contract/channels/whatsapp-lists'
import type { Message } from '@parlance/contract/conversations/schemas'
import type { whatsappApi } from '@parlance/contract/channels/whatsapp-api'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Connections } from './connections.ts'
import * as repository from './connections.repository.ts'
import { moveToAgent } from './meta-pages.repository.ts'
import * as identities from './identities.repository.ts'
import type { ChannelConnection, ChannelRequest, ThreadRef } from './ports.ts'
import { createSealedTokens } from './sealed-tokens.ts'

export interface CreatedTemplate {
  readonly id: string
  readonly status: string
  readonly category: string
}
/** Business accounts at Meta. Throws AppErrors with Meta's words. */
export interface WhatsappAccounts {
  /** Undefined without an app. */
  readonly loginUrl: (state: string) => string | undefined
  /** Of the Graph API; Meta has switched off an expired one. */
  readonly version: () => { readonly version: string; readonly isExpired: boolean }
  readonly longToken: (given: string) => Promise<{ token: string; wabaIds: readonly string[] }>
  readonly phones: (wabaId: string, token: string) => Promise<readonly PhoneEntry[]>
  readonly createTemplate: (wabaId: string, token: string, template: NewTemplate) => Promise<CreatedTemplate>
  readonly templates: (wabaId: string, token: string) => Promise<readonly Template[]>
  readonly templateRequest: (
    to: ThreadRef,
    template: { name: string; language: string; values: readonly string[] },
  ) => ChannelRequest
  readonly sendText: (phoneId: string, token: string, message: { to: string; text: string }) => Promise<string>
}
export interface WhatsappDeps {
  readonly vault: Vault
  readonly connections: Connections
  readonly accounts: WhatsappAccounts
  readonly reply: StoreReply
  readonly wakeSender: (ctx: Ctx, identityId: string) => void
}
/** Stores what a person says; `stored` runs within the transaction. */
export type StoreReply = (
  ctx: Ctx,
  reply: { agentId: string; conversationId: string; id: string; text: string },
  special: { ignoresWindow: true; stored: (tx: Ctx, seq: number) => Promise<void> },
) => Promise<{ data: Message }>

const channel = 'whatsapp'

export function createWhatsappNumbers({ vault, connections, accounts, reply, wakeSender }: WhatsappDeps) {
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
          status: status === 'failing' ? ('failing' as const) : ('active' as const),
          lastError,
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
    async sendTemplate(ctx, { agentId, conversationId, id, name, language, values }) {
      const identity = await identities.findOfConversation(ctx.db, conversationId)
      const { connection, wabaId, token } = await must(ctx, agentId)
      if (identity?.connection_id !== connection.id) throw new AppError('NOT_FOUND')
      const all = await accounts.templates(wabaId, token)
      const template = all.find((one) => one.name === name && one.language === language)
      if (template?.status !== 'APPROVED') throw new AppError('CONFLICT', msg('whatsapp_template_unknown'))
      if (template.values !== values.length) throw new AppError('INVALID_INPUT', msg('whatsapp_template_values'))
      const places = placeholdersOf(template.bodyText)
      const text = template.bodyText.replaceAll(
        /\{\{(\d{1,2})\}\}/g,
        (whole, n: string) => values[places.indexOf(Number(n))] ?? whole,
      )
      const to = { thread: identity.thread, isGroup: identity.is_group }
      const request = accounts.templateRequest(to, { name, language, values })
      const stored = await reply(
        ctx,
        { agentId, conversationId, id, text },
        {
          ignoresWindow: true,
          // Stands in the outbox before the message's own words would.
          stored: (tx, seq) =>
            identities.queueOut(
              tx.db,
              [{ connectionId: connection.id, identityId: identity.id, key: `m${conversationId}:${seq}:0`, request }],
              tx.now(),
            ),
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
