// Settings of speech providers for calls; without any, the embedded voice is used.
import { z } from 'zod'
import type { VoiceSettings } from '../lib/settings.ts'

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

export const voiceEnv = {
  DEEPGRAM_API_KEY: z.string().optional(),
  DEEPGRAM_BASE_URL: httpUrl.default('https://api.deepgram.com'),
  ELEVENLABS_API_KEY: z.string().optional(),
  ELEVENLABS_BASE_URL: httpUrl.default('https://api.elevenlabs.io'),
  CARTESIA_API_KEY: z.string().optional(),
  CARTESIA_BASE_URL: httpUrl.default('https://api.cartesia.ai'),
  VAPI_BASE_URL: httpUrl.optional(),
}
type Values = z.infer<z.ZodObject<typeof voiceEnv>>

const keyOf = (apiKey: string | undefined, baseUrl: string) => (apiKey ? { apiKey, baseUrl } : undefined)

export function voiceSettings(e: Values): VoiceSettings {
  const deepgram = keyOf(e.DEEPGRAM_API_KEY, e.DEEPGRAM_BASE_URL)
  const elevenlabs = keyOf(e.ELEVENLABS_API_KEY, e.ELEVENLABS_BASE_URL)
  const cartesia = keyOf(e.CARTESIA_API_KEY, e.CARTESIA_BASE_URL)
  return {
    ...(deepgram && { deepgram }),
    ...(elevenlabs && { elevenlabs }),
    ...(cartesia && { cartesia }),
    baseUrls: { deepgram: e.DEEPGRAM_BASE_URL, elevenlabs: e.ELEVENLABS_BASE_URL, cartesia: e.CARTESIA_BASE_URL },
    ...(e.VAPI_BASE_URL && { vapiBaseUrl: e.VAPI_BASE_URL }),
  }
}
