// Speech by Deepgram's Aura: https://developers.deepgram.com/docs/streaming-text-to-speech
import type { CallSpeech, VoiceWish } from '../../modules/voice/index.ts'
import type { ProviderKey } from '../../lib/settings.ts'
import { streamSpeech } from '../sound/stream-speech.ts'

/** The full model name of a voice: `asteria` becomes `aura-asteria-en`. */
export const auraModel = (voiceId: string, language: string): string =>
  /^(?:aura|flux)-/.test(voiceId)
    ? voiceId
    : `aura-${voiceId.toLowerCase() || 'asteria'}-${language.slice(0, 2) || 'en'}`

export function deepgramSpeech({ apiKey, baseUrl }: ProviderKey, { voiceId, language }: VoiceWish): CallSpeech {
  const model = auraModel(voiceId, language)
  const query = new URLSearchParams({ model, encoding: 'linear16', sample_rate: '16000', container: 'none' })
  return {
    service: { provider: 'deepgram', name: `Deepgram (${model})`, isOffline: false },
    usdPerThousandChars: 0.015,
    speak: (text, options) =>
      streamSpeech(
        {
          url: `${baseUrl}/v1/speak?${query.toString()}`,
          headers: { authorization: `Token ${apiKey}` },
          body: { text: text.slice(0, 2000) },
          rate: 16_000,
        },
        options,
      ),
  }
}
