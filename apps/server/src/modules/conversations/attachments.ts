// Attachments of visitors: uploads, removals, and transcripts of voice notes.
import type { attachmentsApi } from '@parlance/contract/conversations/attachments-api'
import { overLimit } from './turn/admission.ts'
import { refuseBlocked } from './visitors/blocks.ts'
import { isSound } from '@parlance/contract/conversations/attachments'
import { estimatedSeconds, transcriptionCost, METER_DEFAULTS } from '../billing/index.ts'
import { audioHead } from '../../lib/media/audio.ts'
import type { Allowed } from '../../lib/media/kinds.ts'
import { MAX_VOICE_SECONDS } from '@parlance/contract/files/limits'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { fromCredits, type Milli } from '@parlance/contract/lib/money'
import { monthKey } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import { sha256 } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Logger } from '../../lib/log.ts'
import type { AttachmentStore, StoredFile } from './files.ts'
import { addUsage, readUsage, reserveUsage } from './repository.ts'
import { type PayerOf, type Transcriber, type TranscriptionModel, TranscriptionError } from './ports.ts'
import type { TurnAgent } from './turn/types.ts'

export interface AttachmentsDeps {
  readonly files: AttachmentStore
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  readonly transcriber: Transcriber
  /** Holds credits and settles them, each in its own transaction. Throws CREDITS_EXHAUSTED. */
  readonly charge: {
    readonly hold: (ctx: Ctx, item: Charged & { readonly amount: Milli }) => Promise<void>
    readonly settle: (ctx: Ctx, item: Charged & { readonly cost: Milli }) => Promise<void>
  }
  readonly payerOf: PayerOf
  readonly creditValueUsd: number
  readonly log: Logger
}
interface Charged {
  readonly key: string
  readonly workspaceId: string
  readonly of?: string
  readonly agentId: string
  readonly cause: string
}
interface Named {
  readonly agentId: string
  readonly attachmentId: string
}

/** Tolerance, in seconds, for the duration in a container's header. */
const LENGTH_TOLERANCE_S = 5

export function createAttachments(deps: AttachmentsDeps) {
  const running: RunningTranscriptions = new Map()
  return {
    async attach(ctx: Ctx, input: { agentId: string; filename: string; base64Payload: string }) {
      const agent = await agentOf(deps, ctx, input.agentId)
      const allowed = allowedBy(agent)
      if (!allowed.files && !allowed.sound) throw new AppError('FORBIDDEN', msg('attachments_not_taken'))
      const { workspaceId, agentId } = agent
      await refuseBlocked(ctx, { workspaceId, agentId, visitorHash: keyHash(ctx) })
      return { data: await deps.files.attach(ctx, { ...input, visitorHash: keyHash(ctx), allowed }) }
    },
    async detach(ctx: Ctx, { agentId, attachmentId }: Named) {
      if (!(await deps.files.detach(ctx, { agentId, visitorHash: keyHash(ctx) }, attachmentId)))
        throw new AppError('NOT_FOUND')
      return { success: true as const }
    },
    transcribe: (ctx: Ctx, input: Named) => transcribe(deps, running, ctx, input),
    /** The transcript of a recording from a channel; '' for silence. */
    async transcriptOf(ctx: Ctx, { agentId, visitorHash, attachmentId }: Named & { readonly visitorHash: string }) {
      const agent = await agentOf(deps, ctx, agentId)
      const file = await deps.files.attachment(ctx, { agentId, visitorHash }, attachmentId)
      if (!file || !isSound(file.mime)) throw new AppError('NOT_FOUND')
      return shared(deps, running, ctx, agent, file)
    },
  }
}
export type Attachments = ReturnType<typeof createAttachments>

export const createAttachmentsRouter = (service: Attachments): Handlers<typeof attachmentsApi> => ({
  attach: service.attach,
  detach: service.detach,
  transcribe: service.transcribe,
})

async function agentOf({ forTurn }: AttachmentsDeps, ctx: Ctx, agentId: string): Promise<TurnAgent> {
  const agent = await forTurn(ctx, agentId, { draft: false })
  if (!agent) throw new AppError('NOT_FOUND')
  return agent
}

const allowedBy = ({ config }: TurnAgent): Allowed => ({
  files: config.allowAttachments,
  sound: config.allowVoiceNotes,
})

const keyHash = ({ actor }: Ctx): string => {
  if (actor.kind !== 'visitor') throw new AppError('FORBIDDEN')
  return sha256(actor.key)
}

/** By recording: concurrent callers share one transcription, so that it is paid once. */
type RunningTranscriptions = Map<string, Promise<string>>

async function transcribe(
  deps: AttachmentsDeps,
  running: RunningTranscriptions,
  ctx: Ctx,
  { agentId, attachmentId }: Named,
) {
  const agent = await agentOf(deps, ctx, agentId)
  if (!allowedBy(agent).sound) throw new AppError('FORBIDDEN', msg('voice_notes_not_taken'))
  await refuseBlocked(ctx, { workspaceId: agent.workspaceId, agentId, visitorHash: keyHash(ctx) })
  const file = await deps.files.attachment(ctx, { agentId, visitorHash: keyHash(ctx) }, attachmentId)
  if (!file || !isSound(file.mime)) throw new AppError('NOT_FOUND')
  const text = await shared(deps, running, ctx, agent, file)
  if (text === '') throw new AppError('INVALID_INPUT', untranslated('Nothing could be heard in this recording.'))
  return { data: { text } }
}

function shared(
  deps: AttachmentsDeps,
  running: RunningTranscriptions,
  ctx: Ctx,
  agent: TurnAgent,
  file: StoredFile,
): Promise<string> {
  const key = `${ctx.region}|${file.id}`
  const known = running.get(key)
  if (known) return known
  const transcript = transcribeOnce(deps, ctx, agent, file).finally(() => running.delete(key))
  running.set(key, transcript)
  return transcript
}

/** The text is stored with the recording, even if it is empty. */
async function transcribeOnce(deps: AttachmentsDeps, ctx: Ctx, agent: TurnAgent, file: StoredFile): Promise<string> {
  const known = await deps.files.textOf(ctx, file.id)
  if (known !== undefined) return known
  const bytes = await deps.files.bytesOf(ctx, file.id)
  if (!bytes) throw new AppError('NOT_FOUND')
  const seconds = audioHead(bytes)?.seconds
  if (seconds !== undefined && seconds > MAX_VOICE_SECONDS + LENGTH_TOLERANCE_S)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      untranslated(`A voice note can have up to ${MAX_VOICE_SECONDS / 60} minutes.`),
    )
  const { workspaceId, agentId } = agent
  const limits = { messagesLimit: agent.messagesLimit, usageLimit: fromCredits(agent.maxTokensUsage) }
  const limitReached = new AppError('LIMIT_REACHED', untranslated(agent.config.unavailableMessage))
  if (overLimit(await readUsage(ctx.db, agentId, monthKey(ctx.now())), limits)) throw limitReached
  const payerId = await deps.payerOf(ctx, workspaceId, agentId)
  if (payerId === undefined) throw limitReached
  const model = await deps.transcriber.open(ctx, workspaceId)
  const text = await transcribePaid(deps, ctx, {
    model,
    seconds: estimatedSeconds(bytes.length, seconds),
    usageLimit: limits.usageLimit,
    limitReached,
    // Each attempt has its own key: a released hold cannot hold again.
    charged: {
      key: `transcript:${file.id}:${randomId(8)}`,
      workspaceId: payerId,
      of: workspaceId,
      agentId,
      cause: agent.title,
    },
    recording: { bytes, mime: file.mime, filename: file.name },
  })
  await deps.files.keepText(ctx, file.id, text)
  return text
}

interface Transcription {
  readonly model: TranscriptionModel
  readonly seconds: number
  /** The agent's monthly limit; 0 for none. */
  readonly usageLimit: Milli
  readonly limitReached: AppError
  readonly charged: Charged
  readonly recording: Parameters<TranscriptionModel['transcribe']>[0]
}

/** Holds the price, transcribes, and settles the provider's count. A failing provider costs nothing. */
async function transcribePaid(
  deps: AttachmentsDeps,
  ctx: Ctx,
  { model, seconds, usageLimit, limitReached, charged, recording }: Transcription,
) {
  const settings = { ...METER_DEFAULTS, creditValueUsd: deps.creditValueUsd }
  const priceOf = (length: number) => transcriptionCost({ ...model, seconds: length, settings })
  const month = monthKey(ctx.now())
  const reserved = priceOf(seconds)
  let cost: Milli = 0
  if (!(await reserveUsage(ctx.db, { agentId: charged.agentId, month, milli: reserved, limit: usageLimit })))
    throw limitReached
  try {
    await deps.charge.hold(ctx, { ...charged, amount: reserved })
    const transcript = await model.transcribe(recording)
    cost = priceOf(transcript.seconds ?? seconds)
    await deps.charge.settle(ctx, { ...charged, cost })
    return transcript.text
  } catch (error) {
    if (!(error instanceof TranscriptionError)) throw error
    await deps.charge.settle(ctx, { ...charged, cost: 0 })
    deps.log.warn({ err: error, kind: error.kind, agentId: charged.agentId }, 'transcription failed')
    throw new AppError(
      'MODEL_UNAVAILABLE',
      untranslated('The voice note could not be written out. Try again in a moment.'),
    )
  } finally {
    if (cost !== reserved) await addUsage(ctx.db, charged.agentId, month, cost - reserved)
  }
}
