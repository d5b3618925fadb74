// Chooses the speech providers of a call: the agent's own choice if the workspace or the platform has a key of it, else the
// built-in voice and the caller's browser.
import { isSpeechKey, type SpeechKeyProvider } from '@parlance/contract/workspaces/key-test'
import type { KeyProvider } from '@parlance/contract/workspaces/schemas'
import { findVoice } from '@parlance/contract/voice/voices'
import { cartesiaSpeech } from '../adapters/cartesia/speech.ts'
import { cartesiaVoices } from '../adapters/cartesia/voices.ts'
import { deepgramSpeech } from '../adapters/deepgram/speech.ts'
import { deepgramTranscriber } from '../adapters/deepgram/transcriber.ts'
import { elevenLabsSpeech } from '../adapters/elevenlabs/speech.ts'
import { elevenLabsVoices } from '../adapters/elevenlabs/voices.ts'
import type { Flite } from '../adapters/flite/flite.ts'
import { openAiTranscriber } from '../adapters/openai/call-transcriber.ts'
import type { EndpointFor } from '../adapters/openai/endpoints.ts'
import { openAiRealtime } from '../adapters/openai/realtime.ts'
import { openAiSpeech } from '../adapters/openai/speech.ts'
import type { Ctx } from '../lib/ctx.ts'
import { memoize } from '../lib/memoize.ts'
import type { ProviderKey, VoiceSettings } from '../lib/settings.ts'
import type { CallSpeech, HostedEngine, VapiProvider, VoiceProviders, VoiceWish } from '../modules/voice/index.ts'

type OwnKey = (ctx: Ctx, workspaceId: string, provider: KeyProvider) => Promise<ProviderKey | undefined>

export type SpeakingProvider = Exclude<SpeechKeyProvider, 'vapi'>

const OWN_BASE: Readonly<Record<SpeakingProvider, string>> = {
  deepgram: 'https://api.deepgram.com',
  elevenlabs: 'https://api.elevenlabs.io',
  cartesia: 'https://api.cartesia.ai',
}
const SPEECH: Readonly<Record<SpeakingProvider, (key: ProviderKey, wish: VoiceWish) => CallSpeech>> = {
  deepgram: deepgramSpeech,
  elevenlabs: elevenLabsSpeech,
  cartesia: cartesiaSpeech,
}

const LISTED = ['elevenlabs', 'cartesia'] as const
const VOICES_OF = { elevenlabs: elevenLabsVoices, cartesia: cartesiaVoices }
const LIST_TTL_MS = 300_000

/** Speech with a key of a workspace, at the address that the operator set. */
export const speechWith = (
  { baseUrls = {} }: VoiceSettings,
  provider: SpeakingProvider,
  apiKey: string,
  wish: VoiceWish,
): CallSpeech => SPEECH[provider]({ apiKey, baseUrl: baseUrls[provider] ?? OWN_BASE[provider] }, wish)

export function createVoiceProviders({
  voice,
  ownKey,
  openAi,
  realtime,
  flite,
  vapiAccount,
}: {
  readonly voice: VoiceSettings
  readonly ownKey: OwnKey
  readonly openAi: EndpointFor
  /** As above, or the simulator without a key. */
  readonly realtime: EndpointFor
  readonly flite: Flite
  readonly vapiAccount: VapiProvider['account']
}): VoiceProviders {
  const isSpeech = (provider: string): provider is SpeakingProvider =>
    provider !== 'vapi' && isSpeechKey(provider as KeyProvider)
  const keyOf = async (ctx: Ctx, workspaceId: string, provider: SpeakingProvider) => {
    const own = await ownKey(ctx, workspaceId, provider)
    if (own) return { apiKey: own.apiKey, baseUrl: voice.baseUrls?.[provider] ?? OWN_BASE[provider], own: true }
    const platform = voice[provider]
    return platform && { ...platform, own: false }
  }
  const listed = memoize(
    {
      ttlMs: LIST_TTL_MS,
      max: 500,
      key: (provider: (typeof LISTED)[number], key: ProviderKey) => `${provider}|${key.apiKey}`,
    },
    (provider, key) => VOICES_OF[provider](key),
  )
  return {
    async transcriber(ctx, workspaceId, { provider, modelId }) {
      if (provider === 'openai') {
        const endpoint = await openAi(ctx, workspaceId)
        // A workspace's own server is only reached through the guarded client, which opens no sockets.
        return endpoint && !endpoint.fetch ? openAiTranscriber(endpoint, modelId) : undefined
      }
      const key = provider === 'deepgram' ? await keyOf(ctx, workspaceId, provider) : undefined
      if (!key) return undefined
      const { usdPerMinute, ...transcriber } = deepgramTranscriber(key)
      return key.own || usdPerMinute === undefined ? transcriber : { ...transcriber, usdPerMinute }
    },
    async speech(ctx, workspaceId, wish) {
      const { provider } = wish
      if (isSpeech(provider)) {
        const key = await keyOf(ctx, workspaceId, provider)
        if (!key) return flite.speech(wish)
        const { usdPerThousandChars, ...speech } = SPEECH[provider](key, wish)
        return key.own || usdPerThousandChars === undefined ? speech : { ...speech, usdPerThousandChars }
      }
      const endpoint = provider === 'openai' ? await openAi(ctx, workspaceId) : undefined
      return endpoint ? openAiSpeech(endpoint, wish) : flite.speech(wish)
    },
    async voices(ctx, workspaceId) {
      const unlisted: string[] = []
      const lists = await Promise.all(
        LISTED.map(async (provider) => {
          const key = await keyOf(ctx, workspaceId, provider)
          const voices = key && (await listed(provider, key).catch(() => void unlisted.push(provider)))
          return voices ?? []
        }),
      )
      return { items: lists.flat().filter(({ provider, voiceId }) => !findVoice(provider, voiceId)), unlisted }
    },
    async engine(ctx, workspaceId, { engine, ...wish }) {
      if (engine === 'vapi') {
        const account = await vapiAccount(ctx, workspaceId)
        return account && vapiEngine(account.isSimulated)
      }
      const endpoint = engine === 'openai-realtime' ? await realtime(ctx, workspaceId) : undefined
      // A workspace's own server is only reached through the guarded client, which opens no sockets.
      return endpoint && !endpoint.fetch ? openAiRealtime(endpoint, wish) : undefined
    },
    builtIn: (wish) => flite.speech(wish),
  }
}

const vapiEngine = (isSimulated: boolean): HostedEngine => ({
  service: { provider: 'vapi', name: isSimulated ? 'Vapi simulator' : 'Vapi', isOffline: isSimulated },
  recognises: !isSimulated,
  isHosted: true,
})
