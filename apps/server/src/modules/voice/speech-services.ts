// The speech services of calls: an agent's own, those wished for in its settings, and what they cost.
import { AppError } from '@parlance/contract/lib/errors'
import { toCredits } from '@parlance/contract/lib/money'
import { SPEECH_PROVIDERS, TRANSCRIBERS } from '@parlance/contract/voice/voices'
import type { Ctx } from '../../lib/ctx.ts'
import { priceOf } from './call-meter.ts'
import type { CallAgent, VoiceDeps } from './deps.ts'
import type { CallEngineName } from '@parlance/contract/voice/engines'
import type { CallEngine, CallSpeech, CallTranscriber, HostedEngine } from './ports.ts'
import { BROWSER_TRANSCRIBER } from './session/line.ts'
import { hasLines } from './spoken-lines.ts'

export interface Services {
  readonly transcriber: CallTranscriber | undefined
  readonly speech: CallSpeech
  /** Undefined for the own engine, which uses the two above. */
  readonly engine: CallEngine | HostedEngine | undefined
}

/** Replaces the published settings. */
interface WishedServices {
  readonly engine?: CallEngineName | undefined
  readonly transcriber?: string | undefined
  readonly modelId?: string | undefined
  readonly speech?: string | undefined
  readonly voiceId?: string | undefined
  readonly language?: string | undefined
}

export const isHosted = (engine: Services['engine']): engine is HostedEngine =>
  engine !== undefined && 'isHosted' in engine

export const hearsAndSpeaks = ({ transcriber, speech, engine }: Services) => ({
  transcriber:
    (engine?.recognises ? engine.service : isHosted(engine) ? undefined : transcriber?.service) ?? BROWSER_TRANSCRIBER,
  speech: engine?.service ?? speech.service,
})

const isOneOf = (known: readonly string[], provider: string): boolean => known.includes(provider)

export function createSpeechServices(deps: Pick<VoiceDeps, 'forTurn' | 'providers' | 'creditValueUsd'>) {
  const ofAgent = async (ctx: Ctx, agent: CallAgent) => {
    const { transcriber: hears, speechGen, config } = agent.config.voiceConfig
    const [transcriber, speech, engine] = await Promise.all([
      deps.providers.transcriber(ctx, agent.workspaceId, hears),
      deps.providers.speech(ctx, agent.workspaceId, { ...speechGen, language: hears.language }),
      deps.providers.engine(ctx, agent.workspaceId, {
        ...speechGen,
        language: hears.language,
        engine: config.engine,
        agentName: agent.title,
      }),
    ])
    return { transcriber, speech, engine }
  }
  const shown = (services: Services) => ({
    ...hearsAndSpeaks(services),
    creditsPerMinute: toCredits(priceOf(services, deps.creditValueUsd).minute),
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
      const engineName = wished.engine ?? voiceConfig.config.engine
      const [transcriber, speech, engine] = await Promise.all([
        deps.providers.transcriber(ctx, agent.workspaceId, hears),
        deps.providers.speech(ctx, agent.workspaceId, voice),
        deps.providers.engine(ctx, agent.workspaceId, { ...voice, engine: engineName, agentName: agent.title }),
      ])
      const services = { transcriber, speech, engine }
      const price = priceOf(services, deps.creditValueUsd)
      const { provider, isOffline } = speech.service
      const hearsItself = engine?.recognises || isHosted(engine)
      const isMissing = !engine && engineName !== undefined && engineName !== 'parlance'
      const notes = [
        ...(isMissing ? (['engine_missing'] as const) : []),
        ...(engine && !engine.recognises ? (['engine_simulated'] as const) : []),
        ...(transcriber || hearsItself
          ? []
          : [
              isOneOf(TRANSCRIBERS, hears.provider)
                ? ('transcriber_missing' as const)
                : ('transcriber_unknown' as const),
            ]),
        ...(hearsItself || transcriber?.understands?.({ model: hears.modelId, language }) !== false
          ? []
          : (['transcriber_language'] as const)),
        ...(provider === voice.provider || engine
          ? []
          : [isOneOf(SPEECH_PROVIDERS, voice.provider) ? ('speech_missing' as const) : ('speech_unknown' as const)]),
        ...(isOffline && !engine && !language.toLowerCase().startsWith('en') ? ['speech_english_only' as const] : []),
        ...(hasLines(language) ? [] : (['lines_english_only'] as const)),
      ]
      return {
        data: {
          ...shown(services),
          creditsPerSilentMinute: toCredits(price.line + (engine ? 0 : price.hearing)),
          creditsPerThousandChars: engine ? 0 : toCredits(price.thousandChars),
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
