// Reads a provider's list of voices.
import type { Voice } from '@parlance/contract/voice/voices'
import { cut } from '@parlance/contract/lib/text'
import type { z } from 'zod'

const TIMEOUT_MS = 5000
const MAX_CHARS = 4_000_000
const MAX_NAME = 100

/** A voice as the provider describes it; `sound` in its own words. */
export interface ListedVoice {
  readonly voiceId: string
  readonly name: string
  readonly sound: string
}

export async function readVoices(
  provider: string,
  { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  List: z.ZodType<readonly ListedVoice[]>,
): Promise<Voice[]> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const body = await response.text()
  if (!response.ok || body.length > MAX_CHARS) throw new Error(`the list of voices answered ${response.status}`)
  return List.parse(JSON.parse(body)).map(({ voiceId, name, sound }) => ({
    provider,
    voiceId,
    name: cut(name.trim(), MAX_NAME) || voiceId,
    sound: soundOf(sound),
  }))
}

const soundOf = (word: string): Voice['sound'] =>
  /^fem/i.test(word) ? 'female' : /^ma(?:le|sc)/i.test(word) ? 'male' : 'neutral'
