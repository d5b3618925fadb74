// Chooses the speech providers of a call: the agent's own choice if it has a key, else the embedded voice and the
// caller's browser.
import { cartesiaSpeech } from '../adapters/cartesia/speech.ts'
import { deepgramSpeech } from '../adapters/deepgram/speech.ts'
import { deepgramTranscriber } from '../adapters/deepgram/transcriber.ts'
import { elevenLabsSpeech } from '../adapters/elevenlabs/speech.ts'
import type { Flite } from '../adapters/flite/flite.ts'
import { openAiTranscriber } from '../adapters/openai/call-transcriber.ts'
import { openAiSpeech } from '../adapters/openai/speech.ts'
import type { VoiceSettings } from '../lib/settings.ts'
import type { VoiceProviders } from '../modules/voice/index.ts'
import type { Models } from './models.ts'

export function createVoiceProviders({
  keys,
  openAiFor,
  flite,
}: {
  readonly keys: VoiceSettings
  readonly openAiFor: Models['openAiFor']
  readonly flite: Flite
}): VoiceProviders {
  const openAi = openAiFor(undefined)
  return {
    async transcriber(ctx, workspaceId, { provider, modelId }) {
      if (provider === 'openai') {
        const endpoint = await openAi(ctx, workspaceId)
        // A workspace's own server is only reached through the guarded client, which opens no sockets.
        return endpoint && !endpoint.fetch ? openAiTranscriber(endpoint, modelId) : undefined
      }
      return provider === 'deepgram' && keys.deepgram ? deepgramTranscriber(keys.deepgram) : undefined
    },
    async speech(ctx, workspaceId, wish) {
      const { provider } = wish
      if (provider === 'deepgram' && keys.deepgram) return deepgramSpeech(keys.deepgram, wish)
      if (provider === 'elevenlabs' && keys.elevenlabs) return elevenLabsSpeech(keys.elevenlabs, wish)
      if (provider === 'cartesia' && keys.cartesia) return cartesiaSpeech(keys.cartesia, wish)
      const endpoint = provider === 'openai' ? await openAi(ctx, workspaceId) : undefined
      return endpoint ? openAiSpeech(endpoint, wish) : flite.speech(wish)
    },
  }
}
