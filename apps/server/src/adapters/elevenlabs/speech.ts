// Speech by ElevenLabs: https://elevenlabs.io/docs/api-reference/text-to-speech/stream
import type { ProviderKey } from '../../lib/settings.ts'
import type { CallSpeech, VoiceWish } from '../../modules/voice/index.ts'
import { streamSpeech } from '../sound/stream-speech.ts'

export const elevenLabsSpeech = ({ apiKey, baseUrl }: ProviderKey, { voiceId }: VoiceWish): CallSpeech => ({
  service: { provider: 'elevenlabs', name: `ElevenLabs (${voiceId})`, isOffline: false },
  usdPerThousandChars: 0.05,
  speak: (text, options) =>
    streamSpeech(
      {
        url: `${baseUrl}/v1/text-to-speech/${encodeURIComponent(voiceId)}/stream?output_format=pcm_16000`,
        headers: { 'xi-api-key': apiKey },
        body: { text, model_id: 'eleven_flash_v2_5' },
        rate: 16_000,
      },
      options,
    ),
})
