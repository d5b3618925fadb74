// The voices of an ElevenLabs account, clones included: https://elevenlabs.io/docs/api-reference/voices/search
import type { Voice } from '@parlance/contract/voice/voices'
import { z } from 'zod'
import type { ProviderKey } from '../../lib/settings.ts'
import { readVoices } from '../sound/read-voices.ts'

const List = z
  .object({
    voices: z.array(
      z.object({
        voice_id: z.string().regex(/^[A-Za-z0-9]{16,40}$/),
        name: z.string().catch(''),
        labels: z.object({ gender: z.string().catch('') }).catch({ gender: '' }),
      }),
    ),
  })
  .transform(({ voices }) =>
    voices.map(({ voice_id: voiceId, name, labels }) => ({ voiceId, name, sound: labels.gender })),
  )

export const elevenLabsVoices = ({ apiKey, baseUrl }: ProviderKey): Promise<Voice[]> =>
  readVoices('elevenlabs', { url: `${baseUrl}/v2/voices?page_size=100`, headers: { 'xi-api-key': apiKey } }, List)
