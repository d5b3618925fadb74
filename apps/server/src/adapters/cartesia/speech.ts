// Speech by Cartesia: https://docs.cartesia.ai/api-reference/tts/bytes
import { findVoice } from '@parlance/contract/voice/voices'
import type { ProviderKey } from '../../lib/settings.ts'
import type { CallSpeech, VoiceWish } from '../../modules/voice/index.ts'
import { streamSpeech } from '../sound/stream-speech.ts'

export const CARTESIA_VERSION = '2026-03-01'
const MODEL = 'sonic-3.5'
const LANGUAGES =
  'en fr de es pt zh ja hi it ko nl pl ru sv tr tl bg ro ar cs el fi hr ms sk da ta uk hu no vi bn th he ka id te gu kn ml mr pa'.split(
    ' ',
  )
const MAX_CHARS = 5000
const VOICE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const DEFAULT_VOICE = { voiceId: 'f786b574-daa5-4673-aa0c-cbe3e8534c02', name: 'Katie' }

/** The agent's voice, or the default one when it names another provider's. */
export function cartesiaVoice(voiceId: string): { readonly voiceId: string; readonly name: string } {
  const id = voiceId.trim().toLowerCase()
  return findVoice('cartesia', id) ?? (VOICE_ID.test(id) ? { voiceId: id, name: id } : DEFAULT_VOICE)
}

export function cartesiaSpeech({ apiKey, baseUrl }: ProviderKey, wish: VoiceWish): CallSpeech {
  const { voiceId, name } = cartesiaVoice(wish.voiceId)
  const language = wish.language.slice(0, 2).toLowerCase()
  return {
    service: { provider: 'cartesia', name: `Cartesia (${name})`, isOffline: false },
    usdPerThousandChars: 0.038,
    speak: (text, options) =>
      streamSpeech(
        {
          url: `${baseUrl}/tts/bytes`,
          headers: { authorization: `Bearer ${apiKey}`, 'cartesia-version': CARTESIA_VERSION },
          body: {
            model_id: MODEL,
            transcript: text.slice(0, MAX_CHARS),
            voice: { mode: 'id', id: voiceId },
            language: LANGUAGES.includes(language) ? language : 'en',
            output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 16_000 },
          },
          rate: 16_000,
        },
        options,
      ),
  }
}
