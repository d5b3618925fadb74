// The speech services of calls: an agent's own, those wished for in its settings, and what they cost.
import { AppError } from '@parlance/contract/lib/errors'
import { toCredits } from '@parlance/contract/lib/money'
import { SPEECH_PROVIDERS, TRANSCRIBERS } from '@parlance/contract/voice/voices'
import type { Ctx } from '../../lib/ctx.ts'
import { priceOf } from './call-meter.ts'
import type { CallAgent, VoiceDeps } from './deps.ts'
import type { CallSpeech, CallTranscriber } from './ports.ts'
import { BROWSER_TRANSCRIBER } from './session/line.ts'

export interface Services {
  readonly transcriber: CallTranscriber | undefined
  readonly speech: CallSpeech
}

/** Replaces the published settings. */
interface WishedServices {
  readonly transcriber?: string | undefined
  readonly modelId?: string | undefined
  readonly speech?: string | undefined
  readonly voiceId?: string | undefined
  readonly language?: string | undefined
}

const isOneOf = (known: readonly string[], provider: string): boolean => known.includes(provider)

export function createSpeechServices(deps: Pick<VoiceDeps, 'forTurn' | 'providers' | 'creditValueUsd'>) {
  const ofAgent = async (ctx: Ctx, agent: CallAgent) => {
    const { transcriber: hears, speechGen } = agent.config.voiceConfig
    const [transcriber, speech] = await Promise.all([
      deps.providers.transcriber(ctx, agent.workspaceId, hears),
      deps.providers.speech(ctx, agent.workspaceId, { ...speechGen, language: hears.language }),
    ])
    return { transcriber, speech }
  }
  const shown = ({ transcriber, speech }: Services) => ({
    transcriber: transcriber?.service ?? BROWSER_TRANSCRIBER,
    speech: speech.service,
    creditsPerMinute: toCredits(priceOf({ transcriber, speech }, deps.creditValueUsd).minute),
  })

  return {
    ofAgent,
    shown,
    async offered(ctx: Ctx, { agentId, ...wished }: { agentId: string } & WishedServices) {
      const agent = await deps.forTurn(ctx, agentId, { draft: false })
      if (!agent) throw new AppError('NOT_FOUND')
      const { voiceConfig } = agent.config
      const language = wished.language ?? voiceConfig.transcriber.language
      const hears = {
        provider: wished.transcriber ?? voiceConfig.transcriber.provider,
        modelId: wished.modelId ?? voiceConfig.transcriber.modelId,
        language,
      }
      const voice = {
        provider: wished.speech ?? voiceConfig.speechGen.provider,
        voiceId: wished.voiceId ?? voiceConfig.speechGen.voiceId,
        language,
      }
      const [transcriber, speech] = await Promise.all([
        deps.providers.transcriber(ctx, agent.workspaceId, hears),
        deps.providers.speech(ctx, agent.workspaceId, voice),
      ])
      const price = priceOf({ transcriber, speech }, deps.creditValueUsd)
      const { provider, isOffline } = speech.service
      const notes = [
        ...(transcriber
          ? []
          : [
              isOneOf(TRANSCRIBERS, hears.provider)
                ? ('transcriber_missing' as const)
                : ('transcriber_unknown' as const),
            ]),
        ...(provider === voice.provider
          ? []
          : [isOneOf(SPEECH_PROVIDERS, voice.provider) ? ('speech_missing' as const) : ('speech_unknown' as const)]),
        ...(isOffline && !language.toLowerCase().startsWith('en') ? ['speech_english_only' as const] : []),
      ]
      return {
        data: {
          ...shown({ transcriber, speech }),
          creditsPerSilentMinute: toCredits(price.line),
          creditsPerThousandChars: toCredits(price.thousandChars),
          notes,
        },
      }
    },
    async voices(ctx: Ctx, { agentId }: { agentId: string }) {
      const agent = await deps.forTurn(ctx, agentId, { draft: false })
      if (!agent) throw new AppError('NOT_FOUND')
      const { items, unlisted } = await deps.providers.voices(ctx, agent.workspaceId)
      return { items: [...items], unlisted: [...unlisted] }
    },
  }
}
