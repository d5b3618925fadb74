// Speech by Deepgram's Aura: https://developers.deepgram.com/docs/tts-models
import { findVoice, VOICES } from '@parlance/contract/voice/voices'
import type { CallSpeech, VoiceWish } from '../../modules/voice/index.ts'
import type { ProviderKey } from '../../lib/settings.ts'
import { streamSpeech } from '../sound/stream-speech.ts'

/** Voices of the first generation, which spoke English alone; all others are of the second. */
const FIRST = 'asteria luna stella athena hera orion arcas perseus angus orpheus helios zeus'.split(' ')
const MAX_CHARS = 2000

/**
 * The model of a voice: `asteria` becomes `aura-asteria-en`. A voice of another language, or none of Deepgram's, is
 * replaced by one that speaks the agent's language.
 */
export function auraModel(voiceId: string, language: string): string {
  const wanted = voiceId.trim().toLowerCase()
  if (wanted.startsWith('aura-')) return wanted
  const spoken = language.slice(0, 2).toLowerCase() || 'en'
  const voices = VOICES.filter(({ provider }) => provider === 'deepgram')
  const speaksIt = voices.some((voice) => voice.language === spoken) ? spoken : 'en'
  const known = findVoice('deepgram', wanted)
  if (known?.language === speaksIt) return modelOf(known.voiceId, speaksIt)
  const sound = known?.sound ?? 'female'
  const other = voices.find((voice) => voice.language === speaksIt && voice.sound === sound)
  return modelOf(other?.voiceId ?? 'asteria', speaksIt)
}

const modelOf = (name: string, language: string): string =>
  language === 'en' && FIRST.includes(name) ? `aura-${name}-en` : `aura-2-${name}-${language}`

export function deepgramSpeech({ apiKey, baseUrl }: ProviderKey, { voiceId, language }: VoiceWish): CallSpeech {
  const model = auraModel(voiceId, language)
  const query = new URLSearchParams({ model, encoding: 'linear16', sample_rate: '16000', container: 'none' })
  return {
    service: { provider: 'deepgram', name: `Deepgram (${model})`, isOffline: false },
    usdPerThousandChars: model.startsWith('aura-2-') ? 0.03 : 0.015,
    speak: (text, options) =>
      streamSpeech(
        {
          url: `${baseUrl}/v1/speak?${query.toString()}`,
          headers: { authorization: `Token ${apiKey}` },
          body: { text: text.slice(0, MAX_CHARS) },
          rate: 16_000,
        },
        options,
      ),
  }
}
