// Languages of Deepgram's models: https://developers.deepgram.com/docs/models-languages-overview
import type { TranscriptionOptions } from '../../modules/voice/index.ts'

const DEFAULT_MODEL = 'nova-2'
const setOf = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))

/** Regional codes that Deepgram lists; it refuses others, whose language alone it takes. */
const REGIONAL = setOf(
  'da-DK de-CH en-AU en-GB en-IN en-NZ en-US es-419 fr-CA hi-Latn ko-KR nl-BE pt-BR pt-PT sv-SE th-TH zh-CN zh-HK zh-Hans zh-Hant zh-TW',
)
const NOVA_2 = setOf(
  'bg ca cs da de el en es et fi fr hi hu id it ja ko lt lv ms multi nl no pl pt ro ru sk sv th tr uk vi zh',
)
/** Besides those of nova-2. */
const NOVA_3 = setOf('af ar be bn bs fa gu he hr hy ka kk kn mk mr ne pa sl sr ta te tl ur')

type Wished = Pick<TranscriptionOptions, 'model' | 'language'>
const primaryOf = (language: string): string => language.split('-', 1)[0]?.toLowerCase() || 'en'

export const listedLanguage = (code: string): string => (REGIONAL.has(code) ? code : primaryOf(code))

/** The wished model, or the newer one for a language that nova-2 lacks. */
export function modelFor({ model, language }: Wished): string {
  const wished = model || DEFAULT_MODEL
  return wished.startsWith('nova-2') && !NOVA_2.has(primaryOf(language)) ? 'nova-3' : wished
}

export function understands(wished: Wished): boolean {
  const language = primaryOf(wished.language)
  return !/^nova-[23]/.test(modelFor(wished)) || NOVA_2.has(language) || NOVA_3.has(language)
}
