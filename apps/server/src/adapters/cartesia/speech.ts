// Speech by Cartesia: https://docs.cartesia.ai/api-reference/tts/bytes
import type { ProviderKey } from '../../lib/settings.ts'
import type { CallSpeech, VoiceWish } from '../../modules/voice/index.ts'
import { streamSpeech } from '../sound/stream-speech.ts'

const VERSION = '2026-08-14'

export const cartesiaSpeech = ({ apiKey, baseUrl }: ProviderKey, { voiceId, language }: VoiceWish): CallSpeech => ({
  service: { provider: 'cartesia', name: `Cartesia (${voiceId})`, isOffline: false },
  usdPerThousandChars: 0.038,
  speak: (text, options) =>
    streamSpeech(
      {
        url: `${baseUrl}/tts/bytes`,
        headers: { authorization: `Bearer ${apiKey}`, 'cartesia-version': VERSION },
        body: {
          model_id: 'sonic-3.5',
          transcript: text,
          voice: { mode: 'id', id: voiceId },
          language: language.slice(0, 2) || 'en',
          output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 16_000 },
        },
        rate: 16_000,
      },
      options,
    ),
})
