// Owns what Vapi has of ours: an assistant per agent, kept up to date, and the calls that it runs. Answers its requests for
// the model, and takes its reports.
import { AppError } from '@parlance/contract/lib/errors'
import type { Region } from '@parlance/contract/lib/regions'
import { unixSeconds } from '@parlance/contract/lib/time'
import { sha256, type Signer } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { jsonBody, type ProviderWebhook, refused } from '../../../lib/http/provider-webhook.ts'
import type { StreamAnswer } from '../../../lib/http/streams/stream.ts'
import type { CallGrant } from '../call-tokens.ts'
import type { CallAgent } from '../deps.ts'
import type { CallConversations, CallRecordings } from '../ports.ts'
import type { CallRow } from '../repository.ts'
import type { Socket } from '../session/socket.ts'
import type { Bridge } from '../session/socket-bridge.ts'
import type { SpokenLines } from '../spoken-lines.ts'
import type { ModelRequest } from './model-requests.ts'
import {
  type Assistant,
  type StartedCall,
  type VapiAccount,
  VapiError,
  type VapiDeps,
  type VapiReport,
} from './ports.ts'
import { createVapiSession, type ModelSink, type SharedDeps, type VapiSession } from './vapi-session.ts'
import * as repository from './vapi.repository.ts'

const PURPOSE = 'vapi'
export const VAPI_SECRET = 'x-vapi-secret'

interface Deps extends VapiDeps {
  readonly vault: Signer
  readonly recordings: CallRecordings
  readonly conversations: Pick<CallConversations, 'changed'>
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<CallAgent | undefined>
  readonly greetingOf: (agent: CallAgent, records: boolean) => string
  readonly maxSeconds: number
  /** Passes a request on to the process that has the call. */
  readonly passOn: (region: Region, socket: Pick<Socket, 'send' | 'close'>, callId: string, first: Buffer) => Bridge
}

/** Kept with a call. */
interface Reported {
  readonly records?: boolean
  readonly endedReason?: string
  readonly costUsd?: number
  readonly seconds?: number
}

/** Began at Vapi, and not connected yet. */
export interface PreparedCall {
  readonly callId: string
  readonly account: VapiAccount
  readonly call: StartedCall
}

export const isVapi = ({ config }: Pick<CallAgent, 'config'>): boolean => config.voiceConfig.config.engine === 'vapi'

const accountMark = ({ apiKey, baseUrl }: VapiAccount): string => sha256(`${baseUrl}|${apiKey}`).slice(0, 32)

/** The id of an assistant that the agent's settings name. */
function givenId(vapi: unknown): string | undefined {
  const id = typeof vapi === 'object' && vapi !== null && 'id' in vapi ? vapi.id : vapi
  return typeof id === 'string' && /^[\w-]{8,100}$/.test(id.trim()) ? id.trim() : undefined
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export function createVapiCalls(deps: Deps) {
  const { provider, vault } = deps
  const answering = new Map<string, VapiSession>()
  /** Assistants being saved, by agent. */
  const saving = new Map<string, Promise<string>>()

  const secretOf = (region: Region, agentId: string) => vault.sign(PURPOSE, `${region}|${agentId}`)
  const isSigned = (region: Region, agentId: string, headers: Headers | undefined) =>
    vault.verify(PURPOSE, `${region}|${agentId}`, headers?.get(VAPI_SECRET) ?? '')

  const recordsOf = ({ config }: CallAgent) => config.voiceConfig.config.recordAudio && config.recordChatHistory
  const assistantOf = (ctx: Ctx, agent: CallAgent, records: boolean): Assistant => {
    const { agentId, title, config } = agent
    return provider.assistantOf({
      agentId,
      title,
      config,
      greeting: deps.greetingOf(agent, records),
      records,
      maxSeconds: deps.maxSeconds,
      modelUrl: `${deps.origin()}/api/${ctx.region}/v2/agents/${encodeURIComponent(agentId)}/vapi`,
      serverUrl: `${deps.origin()}/webhooks/vapi/${encodeURIComponent(agentId)}`,
      secret: secretOf(ctx.region, agentId),
    })
  }

  /** The assistant that the agent's settings name. A copy names that of its original, and gets its own. */
  const ownId = async (ctx: Ctx, account: string, { agentId, config }: CallAgent): Promise<string | undefined> => {
    const assistantId = givenId(config.vapi)
    if (assistantId === undefined) return undefined
    return (await repository.isTaken(ctx.db, { account, assistantId, agentId })) ? undefined : assistantId
  }

  /** The id of the agent's assistant, which is as the agent is now. Throws a VapiError. */
  const ensure = (ctx: Ctx, account: VapiAccount, agent: CallAgent): Promise<string> => {
    const key = `${ctx.region}|${agent.agentId}`
    const before = saving.get(key) ?? Promise.resolve('')
    const mine = before.catch(() => '').then(() => save(ctx, account, agent))
    saving.set(key, mine)
    const forget = () => saving.get(key) === mine && saving.delete(key)
    mine.then(forget, forget)
    return mine
  }
  /** Changes the first one that the account has, or creates one: an imported agent may name that of another account. */
  const saveFirst = (account: VapiAccount, assistant: Assistant, [id, ...others]: readonly string[]): Promise<string> =>
    provider.saveAssistant(account, assistant, id).catch((error: unknown) => {
      if (id === undefined || !(error instanceof VapiError) || error.kind !== 'gone') throw error
      return saveFirst(account, assistant, others)
    })
  const save = async (ctx: Ctx, account: VapiAccount, agent: CallAgent): Promise<string> => {
    const { agentId, workspaceId } = agent
    const assistant = assistantOf(ctx, agent, recordsOf(agent))
    const mark = accountMark(account)
    const given = await ownId(ctx, mark, agent)
    const content = sha256(JSON.stringify(assistant))
    const known = await repository.findAssistant(ctx.db, agentId)
    const own = known?.account === mark && !known.isGiven ? known.assistantId : undefined
    const id = given ?? own
    if (known && known.assistantId === id && known.account === mark && known.content === content) return id
    const assistantId = await saveFirst(
      account,
      assistant,
      [given, own].flatMap((one) => one ?? []),
    )
    await repository.saveAssistant(ctx.db, {
      agentId,
      workspaceId,
      assistantId,
      account: mark,
      content,
      isGiven: assistantId === given,
      updatedAt: ctx.now(),
    })
    if (own !== undefined && own !== assistantId) await provider.removeAssistant(account, own).catch(ignored(ctx))
    return assistantId
  }
  const ignored = (ctx: Ctx) => (error: unknown) => ctx.log.warn({ err: error }, 'an assistant at Vapi was not deleted')

  const claim = (ctx: Ctx, { agentId, workspaceId }: Pick<CallAgent, 'agentId' | 'workspaceId'>) =>
    deps.accounts.claimAccount({ ...ctx, workspaceId }, { provider: 'vapi', account: agentId, connectionId: agentId })

  /** Whether nothing of it is left there; a failing provider does not keep it. */
  const removeThere = async (ctx: Ctx, account: VapiAccount | undefined, known: repository.AssistantRow) => {
    if (known.isGiven) return true
    if (!account || accountMark(account) !== known.account) return false
    await provider.removeAssistant(account, known.assistantId).catch(ignored(ctx))
    return true
  }
  const remove = async (ctx: Ctx, agentId: string): Promise<void> => {
    const known = await repository.findAssistant(ctx.db, agentId)
    if (!known) return
    const { workspaceId } = known
    await deps.accounts.releaseAccount({ ...ctx, workspaceId }, { provider: 'vapi', account: agentId })
    // Without its key it is kept until the workspace is deleted: that job brings the key along.
    if (await removeThere(ctx, await provider.account(ctx, workspaceId), known))
      await repository.forgetAssistant(ctx.db, agentId)
  }

  const endAnswer = (socket: Pick<Socket, 'send' | 'close'>): ModelSink => ({
    delta: (text) => socket.send(JSON.stringify({ delta: text })),
    end: () => socket.close(1000, 'answered'),
  })

  /** The end of a call whose process died, as Vapi saw it. */
  const correctEnd = async (ctx: Ctx, row: Pick<CallRow, 'id' | 'endReason' | 'engineReport'>): Promise<void> => {
    const { endedReason = '', seconds } = (row.engineReport ?? {}) as Reported
    if (row.endReason !== 'server_restart' || endedReason === '') return
    await repository.correctEnd(ctx.db, row.id, {
      endReason: provider.endReason(endedReason),
      ...(seconds === undefined ? {} : { durationMs: Math.round(seconds * 1000) }),
    })
  }

  async function handle(ctx: Ctx, agentId: string, told: VapiReport) {
    const row = await repository.callOf(ctx, agentId, told.callId)
    // Of another agent, of a deleted call, or begun outside of here.
    if (!row) return undefined
    const { reason, costUsd, seconds, recordingUrl } = told
    const reported: Reported = {
      endedReason: reason,
      ...(costUsd === undefined ? {} : { costUsd }),
      ...(seconds === undefined ? {} : { seconds }),
    }
    await repository.report(ctx.db, row.id, reported)
    await correctEnd(ctx, { ...row, engineReport: reported })
    const { records } = (row.engineReport ?? {}) as Reported
    if (recordingUrl === '' || records !== true || row.recording !== null) return undefined
    const bytes = await provider.download(recordingUrl)
    const kept = await deps.recordings.keep(
      { ...ctx, workspaceId: row.workspaceId },
      {
        agentId,
        conversationId: row.conversationId,
        visitorHash: row.visitorHash,
        filename: `call-${row.createdAt.toISOString().slice(0, 16).replaceAll(':', '-')}.wav`,
        bytes,
      },
    )
    if (!(await repository.attachRecording(ctx.db, row.id, kept.id))) return deps.recordings.remove(ctx, kept.id)
    if (row.conversationId !== null) deps.conversations.changed(ctx, { agentId, conversationId: row.conversationId })
    return undefined
  }

  const webhook: ProviderWebhook = {
    provider: 'vapi',
    async verify(request, findAccount) {
      const agentId = decoded(request.path)
      const account = await findAccount(agentId)
      if (!account) return refused('unknown')
      if (!isSigned(account.region, agentId, request.headers)) return refused('signature', agentId)
      const body = jsonBody(request)
      if (typeof body !== 'object' || body === null || !('message' in body)) return refused('malformed', agentId)
      const told = provider.read(body)
      const answer = { contentType: 'application/json', body: '{}' }
      if (!told) return { kind: 'answered', answer }
      return { kind: 'accepted', answer, parts: [{ account: agentId, id: `${told.callId}:report`, body: told }] }
    },
    async handle(ctx, { account, body }) {
      await handle(ctx, account, body as VapiReport)
    },
  }

  const prepare = async (ctx: Ctx, agent: CallAgent, { callId, draft, records }: CallGrant) => {
    const account = await provider.account(ctx, agent.workspaceId)
    if (!account) return undefined
    await claim(ctx, agent)
    // A draft is not what the assistant says to everybody.
    const chosen =
      draft || records !== recordsOf(agent)
        ? { assistant: assistantOf(ctx, agent, records) }
        : { assistantId: await ensure(ctx, account, agent) }
    const call = await provider.startCall(account, chosen)
    await repository.nameCall(ctx.db, callId, { providerId: call.id, engineReport: { records } })
    return { account, call, callId }
  }

  return {
    webhook,
    /** Begins a call at Vapi; undefined, and the reason in the log, where it does not begin. */
    prepare: (ctx: Ctx, agent: CallAgent, grant: CallGrant): Promise<PreparedCall | undefined> =>
      prepare(ctx, agent, grant).catch((error: unknown) => {
        ctx.log.warn({ err: error, callId: grant.callId }, 'Vapi did not begin a call')
        return undefined
      }),
    session(
      { account, call, callId }: PreparedCall,
      shared: SharedDeps,
      { maxMs, ...lines }: SpokenLines & { readonly maxMs: number },
    ): VapiSession {
      const session = createVapiSession({
        ...shared,
        lines,
        maxMs,
        hearsElsewhere: account.isSimulated,
        connect: (onEvent) => provider.connect(account, call, onEvent),
        tell: (text) => provider.tell(account, call, text),
        endReason: provider.endReason,
      })
      answering.set(callId, session)
      void session.done.finally(() => answering.delete(callId))
      return session
    },
    /** Creates, changes or deletes the assistant of an agent that was published. */
    async sync(ctx: Ctx, agentId: string): Promise<void> {
      const agent = await deps.forTurn(ctx, agentId, { draft: false })
      if (!agent || !isVapi(agent)) return remove(ctx, agentId)
      const account = await provider.account(ctx, agent.workspaceId)
      if (!account) return undefined
      await claim(ctx, agent)
      try {
        await ensure(ctx, account, agent)
      } catch (error) {
        // The next call tries again.
        ctx.log.warn({ err: error, agentId }, 'an assistant at Vapi was not saved')
      }
      return undefined
    },
    remove,
    correctEnd,
    async workspaceDeleted(ctx: Ctx, workspaceId: string, key: string | undefined): Promise<void> {
      const account = await provider.account(ctx, workspaceId, key).catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'the Vapi key of a deleted workspace was not readable')
        return undefined
      })
      for (const known of await repository.listOfWorkspace(ctx.db, workspaceId)) await removeThere(ctx, account, known)
      await repository.forgetWorkspace(ctx.db, workspaceId)
    },
    /** Answers Vapi's request for a model, in the form of OpenAI's chat completions. */
    async complete(
      ctx: Ctx,
      {
        agentId,
        call,
        messages,
      }: {
        readonly agentId: string
        readonly call: { readonly id: string }
        readonly messages: readonly { readonly role: string; readonly content?: string | null | undefined }[]
      },
    ): Promise<StreamAnswer> {
      if (!isSigned(ctx.region, agentId, ctx.request?.headers)) {
        ctx.log.warn({ agentId }, 'a request of Vapi for an answer had a wrong secret')
        throw new AppError('UNAUTHORIZED')
      }
      const row = await repository.callOf(ctx, agentId, call.id)
      if (row?.state !== 'live') throw new AppError('NOT_FOUND')
      const request = { said: messages.flatMap(({ role, content }) => (role === 'user' ? [content ?? ''] : [])) }
      const base = { id: `chatcmpl-${row.id}`, created: unixSeconds(ctx.now()), model: agentId }
      return {
        run(sink) {
          const chunk = (delta: object, finish: string | null) =>
            sink.send(
              JSON.stringify({
                ...base,
                object: 'chat.completion.chunk',
                choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
              }),
            )
          chunk({ role: 'assistant', content: '' }, null)
          const out: ModelSink = {
            delta: (text) => chunk({ content: text }, null),
            end() {
              chunk({}, 'stop')
              sink.send('[DONE]')
              sink.end()
            },
          }
          const here = answering.get(row.id)
          if (here) return sink.onClose(here.answer(request, out))
          const socket = {
            send: (data: string | Uint8Array) =>
              out.delta((JSON.parse(Buffer.from(data as string).toString('utf8')) as { delta: string }).delta),
            close: () => out.end(),
          }
          const bridge = deps.passOn(
            ctx.region,
            socket,
            row.id,
            Buffer.from(JSON.stringify({ callId: row.id, request })),
          )
          return sink.onClose(bridge.close)
        },
      }
    },
    /** A request that another process passed on. */
    serve(_: string, socket: Socket): void {
      let stop = () => {}
      socket.on('message', (data) => {
        const { callId, request } = JSON.parse(data.toString('utf8')) as { callId: string; request: ModelRequest }
        const session = answering.get(callId)
        if (session) stop = session.answer(request, endAnswer(socket))
        else socket.close(1000, 'call over')
      })
      socket.onClose(() => stop())
    },
  }
}
