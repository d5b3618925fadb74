// How voices are found, and what the screens suggest.
import type { Voice } from '@parlance/contract/voice/voices'

/** Suggested models; others can be typed. */
export const MODELS: Readonly<Record<string, string[]>> = {
  deepgram: ['nova-2', 'nova-3'],
  openai: ['gpt-4o-transcribe', 'gpt-4o-mini-transcribe', 'whisper-1'],
}

/** Voices whose name, provider, sound or language (its code or `languageName`) matches, in list order. */
export function findVoices(
  voices: readonly Voice[],
  text: string,
  languageName: (code: string) => string = (code) => code,
): Voice[] {
  const wanted = text.trim().toLowerCase()
  return voices.filter(({ name, provider, sound, language = '' }) =>
    [name, provider, sound, language === '' ? '' : languageName(language)].some((word) =>
      word.toLowerCase().includes(wanted),
    ),
  )
}
