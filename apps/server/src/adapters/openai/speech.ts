// Speech by OpenAI: https://platform.openai.com/docs/api-reference/audio/createSpeech
import type { CallSpeech, VoiceWish } from '../../modules/voice/index.ts'
import type { Endpoint } from './embeddings.ts'
import { streamSpeech } from '../sound/stream-speech.ts'

const VOICES = [
  'alloy',
  'ash',
  'ballad',
  'coral',
  'echo',
  'fable',
  'onyx',
  'nova',
  'sage',
  'shimmer',
  'verse',
  'marin',
  'cedar',
]

export function openAiSpeech(
  { apiKey, baseUrl, fetch: fetcher, own }: Endpoint & { readonly own: boolean },
  { voiceId }: VoiceWish,
): CallSpeech {
  const voice = VOICES.includes(voiceId.toLowerCase()) ? voiceId.toLowerCase() : 'alloy'
  return {
    service: { provider: 'openai', name: `OpenAI (${voice})`, isOffline: false },
    ...(own ? {} : { usdPerThousandChars: 0.015 }),
    speak: (text, options) =>
      streamSpeech(
        {
          url: `${baseUrl.replace(/\/+$/, '')}/audio/speech`,
          headers: { authorization: `Bearer ${apiKey}` },
          body: { model: 'gpt-4o-mini-tts', voice, input: text.slice(0, 4096), response_format: 'pcm' },
          rate: 24_000,
          fetch: fetcher,
        },
        options,
      ),
  }
}
