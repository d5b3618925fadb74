// Numbers of a workspace's own Twilio account: imported once with an encrypted token, then assigned to agents.
import type { TwilioNumber } from '@parlance/contract/channels/numbers-api'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg, withRef } from '@parlance/i18n/messages'
import type { Vault } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { readMessage } from '../../../lib/stored-message.ts'
import type { ConnectionRow } from '../connections/connections.repository.ts'
import type { Connections, ConnectionsDeps } from '../connections/connections.ts'
import { moveToAgent } from '../meta/meta-pages.repository.ts'
import * as repository from './phone-numbers.repository.ts'
import type { FoundNumber, TwilioNumbers } from '../ports.ts'

export interface PhoneNumbersDeps {
  readonly connections: Pick<Connections, 'connect' | 'disconnect' | 'findRow' | 'forget'>
  readonly vault: Vault
  readonly provider: TwilioNumbers
  readonly origin: () => string
  readonly accounts: ConnectionsDeps['accounts']
  readonly assertSlot: (tx: Ctx, uid: string, used: () => Promise<number>) => Promise<void>
  readonly titlesOf: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

export const numberSecretContext = (id: string) => `phone-number|${id}|secrets`
const SHOWN = 4
/** Webhook name of Twilio's calls about phone calls. */
const PHONE_WEBHOOK = 'phone'

export function createPhoneNumbers(deps: PhoneNumbersDeps) {
  const { connections, vault } = deps
  const tokenOf = (row: repository.PhoneNumberRow) =>
    vault.open(row.workspace_id, numberSecretContext(row.id), row.secrets)
  const viewsOf = async (ctx: Ctx, found: readonly repository.PhoneNumberRow[]): Promise<TwilioNumber[]> => {
    const titles = await deps.titlesOf(
      ctx,
      found.flatMap(({ agent_id: texts, call_agent_id: calls }) => [texts ?? [], calls ?? []].flat()),
    )
    return found.map((row) => ({
      id: row.id,
      phoneNumber: row.phone_number,
      label: row.label,
      accountSid: row.account_sid,
      authToken: `••••${tokenOf(row).slice(-SHOWN)}`,
      sms: row.sms,
      mms: row.mms,
      voice: row.voice,
      callAgentId: row.call_agent_id ?? '',
      callAgentTitle: titles.get(row.call_agent_id ?? '') ?? '',
      agentId: row.agent_id ?? '',
      agentTitle: titles.get(row.agent_id ?? '') ?? '',
      status: row.status === null ? 'unassigned' : row.status === 'active' ? 'active' : 'failing',
      ...withRef('lastError', readMessage(row.last_error ?? '')),
      importedAt: new Date(row.created_at).toISOString(),
    }))
  }
  const get = async (ctx: Ctx, id: string): Promise<repository.PhoneNumberRow> => {
    const row = await repository.findNumber(ctx.db, ctx.workspaceId, id)
    if (!row) throw new AppError('NOT_FOUND', msg('twilio_number_unknown'))
    return row
  }
  const view = async (ctx: Ctx, id: string) => {
    const [data] = await viewsOf(ctx, [await get(ctx, id)])
    if (!data) throw new AppError('NOT_FOUND')
    return { data }
  }
  /** Stores a number of the account. Returns its id. */
  const keep = (ctx: Ctx, found: FoundNumber): Promise<string> =>
    ctx.tx(async (tx) => {
      const before = await repository.findByNumber(tx.db, tx.workspaceId, found.phoneNumber)
      if (!before) await deps.assertSlot(tx, tx.workspaceId, () => repository.countNumbers(tx.db, tx.workspaceId))
      const id = before?.id ?? `num_${randomId(20)}`
      const row = {
        id,
        workspace_id: tx.workspaceId,
        phone_number: found.phoneNumber,
        label: found.label,
        account_sid: found.accountSid,
        phone_sid: found.phoneSid,
        sms: found.sms,
        mms: found.mms,
        voice: found.voice,
        secrets: vault.seal(tx.workspaceId, numberSecretContext(id), found.authToken),
      }
      await repository.saveNumber(tx.db, row, tx.now())
      return id
    })
  const store = async (ctx: Ctx, found: FoundNumber) => {
    const id = await keep(ctx, found)
    const row = await get(ctx, id)
    // The answering agent continues with the new token.
    if (row.agent_id !== null)
      await connections.connect(ctx, { agentId: row.agent_id, channel: 'sms', fields: fieldsOf(row, tokenOf(row)) })
    return view(ctx, id)
  }
  /** Opt-outs and queued messages stay with the number. */
  const move = async (ctx: Ctx, connection: ConnectionRow, agentId: string) => {
    connections.forget(ctx, connection)
    await ctx.tx((tx) => moveToAgent(tx.db, [connection.id], agentId))
    connections.forget(ctx, connection)
  }

  const claim = (ctx: Ctx, row: repository.PhoneNumberRow) =>
    deps.accounts
      .claimAccount(ctx, { provider: PHONE_WEBHOOK, account: row.phone_number, connectionId: row.id })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'CONFLICT') throw new AppError('CONFLICT', msg('channel_taken'))
        throw error
      })
  const accountOf = (row: repository.PhoneNumberRow) => ({
    accountSid: row.account_sid,
    authToken: tokenOf(row),
    phoneSid: row.phone_sid,
  })
  /** No agent answers calls to it any more; a failure to tell Twilio does no harm. */
  const stopCalls = async (ctx: Ctx, row: repository.PhoneNumberRow) => {
    if (row.call_agent_id === null) return
    try {
      await deps.provider.setCalls(accountOf(row), undefined)
    } catch (error) {
      ctx.log.warn({ err: error }, 'a number was not taken off calls')
    }
    await repository.setCallAgent(ctx.db, row.id, null)
    const inside = { ...ctx, workspaceId: row.workspace_id }
    await deps.accounts.releaseAccount(inside, { provider: PHONE_WEBHOOK, account: row.phone_number })
  }
  const lineOf = (row: repository.PhoneNumberRow) => ({
    id: row.id,
    workspaceId: row.workspace_id,
    phoneNumber: row.phone_number,
    agentId: row.call_agent_id ?? '',
    accountSid: row.account_sid,
    authToken: tokenOf(row),
  })

  return {
    lines: {
      async find(ctx: Ctx, id: string) {
        const row = await repository.findNumber(ctx.db, ctx.workspaceId, id)
        return row && lineOf(row)
      },
      ofAgent: async (ctx: Ctx, agentId: string) => (await repository.listOfCallAgent(ctx.db, agentId)).map(lineOf),
      isOwn: async (ctx: Ctx, number: string) =>
        (await repository.findByNumber(ctx.db, ctx.workspaceId, number)) !== undefined,
    },
    async list(ctx: Ctx, { limit }: { limit?: number | undefined }) {
      return { items: await viewsOf(ctx, await repository.listNumbers(ctx.db, ctx.workspaceId, limit)) }
    },
    import: async (ctx: Ctx, input: { accountSid: string; authToken: string; phoneNumber: string }) =>
      store(ctx, await deps.provider.find(input)),
    store,
    /** `fields` come from the channel's form; also stores the number. */
    async connect(ctx: Ctx, agentId: string, fields: Readonly<Record<string, string>>) {
      const { accountSid = '', authToken = '', phoneNumber = '' } = fields
      const found = await deps.provider.find({ accountSid, authToken, phoneNumber })
      const known = await repository.findByNumber(ctx.db, ctx.workspaceId, found.phoneNumber)
      const id = await keep(ctx, found)
      try {
        return await connections.connect(ctx, { agentId, channel: 'sms', fields })
      } catch (error) {
        // Otherwise a number that another workspace answers would take up the plan's place.
        if (!known) await repository.deleteNumber(ctx.db, ctx.workspaceId, id)
        throw error
      }
    },
    async assign(ctx: Ctx, { numberId, agentId }: { numberId: string; agentId: string }) {
      const row = await get(ctx, numberId)
      if (agentId !== '' && !(await deps.titlesOf(ctx, [agentId])).has(agentId)) throw new AppError('NOT_FOUND')
      if (row.agent_id !== agentId) {
        const other = agentId === '' ? undefined : await connections.findRow(ctx, agentId, 'sms')
        if (other) throw new AppError('CONFLICT', msg('agent_has_number', { number: other.account }))
        const connection = row.agent_id === null ? undefined : await connections.findRow(ctx, row.agent_id, 'sms')
        if (connection && agentId !== '') {
          await move(ctx, connection, agentId)
          return view(ctx, numberId)
        }
        if (row.agent_id !== null) await connections.disconnect(ctx, { agentId: row.agent_id, channel: 'sms' })
      }
      if (agentId !== '')
        await connections.connect(ctx, { agentId, channel: 'sms', fields: fieldsOf(row, tokenOf(row)) })
      return view(ctx, numberId)
    },
    /** Assigns the agent that answers calls; none for an empty `agentId`. */
    async assignCalls(ctx: Ctx, { numberId, agentId }: { numberId: string; agentId: string }) {
      const row = await get(ctx, numberId)
      if (agentId === '') {
        await stopCalls(ctx, row)
        return view(ctx, numberId)
      }
      if (!(await deps.titlesOf(ctx, [agentId])).has(agentId)) throw new AppError('NOT_FOUND')
      if (!row.voice) throw new AppError('INVALID_INPUT', msg('twilio_number_no_voice'))
      await claim(ctx, row)
      const url = `${deps.origin()}/webhooks/${PHONE_WEBHOOK}`
      await deps.provider.setCalls(accountOf(row), { answer: `${url}/answer`, status: `${url}/status` })
      await repository.setCallAgent(ctx.db, row.id, agentId)
      return view(ctx, numberId)
    },
    async remove(ctx: Ctx, { numberId }: { numberId: string }) {
      const row = await get(ctx, numberId)
      if (row.agent_id !== null) await connections.disconnect(ctx, { agentId: row.agent_id, channel: 'sms' })
      await stopCalls(ctx, row)
      await repository.deleteNumber(ctx.db, ctx.workspaceId, numberId)
      return { success: true as const }
    },
    async agentDeleted(ctx: Ctx, agentId: string) {
      for (const row of await repository.listOfCallAgent(ctx.db, agentId)) await stopCalls(ctx, row)
    },
    /**
     * Takes a slot of the plan for a number that is about to be bought, so that several purchases at once never buy more
     * than the plan has room for. Returns how to give it back; for a known number nothing was taken.
     */
    reserve: (ctx: Ctx, given: { accountSid: string; authToken: string; phoneNumber: string }) =>
      ctx.tx(async (tx) => {
        const { phoneNumber } = given
        if (await repository.findByNumber(tx.db, tx.workspaceId, phoneNumber)) return async () => {}
        const unknown = { phoneSid: '', label: phoneNumber, sms: false, mms: false, voice: false }
        const id = await keep(tx, { ...given, ...unknown })
        return () => repository.deleteNumber(ctx.db, ctx.workspaceId, id)
      }),
    async workspaceDeleted(ctx: Ctx, workspaceId: string) {
      for (const row of await repository.listNumbers(ctx.db, workspaceId, undefined)) await stopCalls(ctx, row)
      await repository.deleteNumbersOfWorkspace(ctx.db, workspaceId)
    },
  }
}

export type PhoneNumbers = ReturnType<typeof createPhoneNumbers>

const fieldsOf = (row: repository.PhoneNumberRow, authToken: string) => ({
  accountSid: row.account_sid,
  authToken,
  phoneNumber: row.phone_number,
})
