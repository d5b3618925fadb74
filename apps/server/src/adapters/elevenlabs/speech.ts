// Speech by ElevenLabs: https://elevenlabs.io/docs/api-reference/text-to-speech/stream
import { findVoice } from '@parlance/contract/voice/voices'
import type { ProviderKey } from '../../lib/settings.ts'
import type { CallSpeech, VoiceWish } from '../../modules/voice/index.ts'
import { streamSpeech } from '../sound/stream-speech.ts'

const MODEL = 'eleven_flash_v2_5'
/** Other languages are refused; without one the model guesses from the text. */
const LANGUAGES = 'en ja zh de hi fr ko pt it es id nl tr pl sv bg ro ar cs el fi hr ms sk da ta uk ru hu no vi'.split(
  ' ',
)
const MAX_CHARS = 5000
const VOICE_ID = /^[A-Za-z0-9]{16,40}$/
const DEFAULT_VOICE = { voiceId: 'EXAVITQu4vr4xnSDxMaL', name: 'Sarah' }

/** The agent's voice, or the default one when it names another provider's. */
export function elevenLabsVoice(voiceId: string): { readonly voiceId: string; readonly name: string } {
  const id = voiceId.trim()
  return findVoice('elevenlabs', id) ?? (VOICE_ID.test(id) ? { voiceId: id, name: id } : DEFAULT_VOICE)
}

export function elevenLabsSpeech({ apiKey, baseUrl }: ProviderKey, wish: VoiceWish): CallSpeech {
  const { voiceId, name } = elevenLabsVoice(wish.voiceId)
  const language = wish.language.slice(0, 2).toLowerCase()
  return {
    service: { provider: 'elevenlabs', name: `ElevenLabs (${name})`, isOffline: false },
    usdPerThousandChars: 0.05,
    speak: (text, options) =>
      streamSpeech(
        {
          url: `${baseUrl}/v1/text-to-speech/${voiceId}/stream?output_format=pcm_16000`,
          headers: { 'xi-api-key': apiKey },
          body: {
            text: text.slice(0, MAX_CHARS),
            model_id: MODEL,
            ...(LANGUAGES.includes(language) ? { language_code: language } : {}),
          },
          rate: 16_000,
        },
        options,
      ),
  }
}
