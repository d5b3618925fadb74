// The voices that a Cartesia account made: https://docs.cartesia.ai/api-reference/voices/list
import type { Voice } from '@parlance/contract/voice/voices'
import { z } from 'zod'
import type { ProviderKey } from '../../lib/settings.ts'
import { readVoices } from '../sound/read-voices.ts'
import { CARTESIA_VERSION } from './speech.ts'

const List = z
  .object({
    data: z.array(z.object({ id: z.guid(), name: z.string().catch(''), gender: z.string().nullish().catch('') })),
  })
  .transform(({ data }) => data.map(({ id, name, gender }) => ({ voiceId: id, name, sound: gender ?? '' })))

export const cartesiaVoices = ({ apiKey, baseUrl }: ProviderKey): Promise<Voice[]> =>
  readVoices(
    'cartesia',
    {
      url: `${baseUrl}/voices?limit=100&is_owner=true`,
      headers: { authorization: `Bearer ${apiKey}`, 'cartesia-version': CARTESIA_VERSION },
    },
    List,
  )
