// Previews of voices, charged like speech.
import { CALL_RATE } from '@parlance/contract/voice/protocol'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { Ctx } from '../../lib/ctx.ts'
import { wavOf } from '../../lib/sound/wav.ts'
import { priceOf, speechCost } from './call-meter.ts'
import { type Replacement, spokenText } from './engine/spoken.ts'
import type { VoiceDeps } from './deps.ts'

export function createPreview(deps: Pick<VoiceDeps, 'forTurn' | 'providers' | 'charges' | 'creditValueUsd' | 'log'>) {
  return async function preview(
    ctx: Ctx,
    input: {
      agentId: string
      provider?: string | undefined
      voiceId?: string | undefined
      language?: string | undefined
      text: string
      wordsReplacements?: readonly Replacement[] | undefined
    },
  ) {
    const agent = await deps.forTurn(ctx, input.agentId, { draft: false })
    if (!agent) throw new AppError('NOT_FOUND')
    const { speechGen, transcriber } = agent.config.voiceConfig
    const speech = await deps.providers.speech(ctx, agent.workspaceId, {
      provider: input.provider ?? speechGen.provider,
      voiceId: input.voiceId ?? speechGen.voiceId,
      language: input.language ?? transcriber.language,
    })
    const { workspaceId, agentId } = agent
    const said = spokenText(input.text, input.wordsReplacements ?? speechGen.wordsReplacements)
    const amount = speechCost(said.length, priceOf({ transcriber: undefined, speech }, deps.creditValueUsd))
    const charged = {
      key: `voice-preview:${randomId(24)}`,
      workspaceId,
      of: workspaceId,
      agentId,
      cause: agent.title,
    }
    if (amount > 0) await deps.charges.hold(ctx, { ...charged, amount })
    const pieces: Int16Array[] = []
    try {
      await speech.speak(said, { signal: AbortSignal.timeout(20_000), onSound: (pcm) => void pieces.push(pcm) })
    } catch (error) {
      if (amount > 0) await deps.charges.settle(ctx, { ...charged, cost: 0 })
      deps.log.warn({ err: error }, 'a voice preview failed')
      throw new AppError('UPSTREAM_FAILED')
    }
    if (amount > 0) await deps.charges.settle(ctx, { ...charged, cost: amount })
    const all = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
    let from = 0
    for (const piece of pieces) {
      all.set(piece, from)
      from += piece.length
    }
    return { data: { audio: wavOf([all], CALL_RATE).toString('base64'), speech: speech.service } }
  }
}
