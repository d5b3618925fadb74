// Texts of Voiceflow in their other forms: rich text («slate») and speech with marks for how it is spoken (SSML).
import { cut } from '@parlance/contract/lib/text'
import { isJsonObject, asArray, asString } from './clean.ts'

const MAX_TEXT = 10_000

/** Plain text of rich text: its paragraphs a line each. */
export function slateToPlainText(slate: unknown): string {
  const content = isJsonObject(slate) ? slate['content'] : slate
  return cut(asArray(content).map(inline).join('\n'), MAX_TEXT)
}

/** Depth is bounded where the answer was cleaned. */
function inline(node: unknown): string {
  if (!isJsonObject(node)) return ''
  return asString(node['text']) + asArray(node['children']).map(inline).join('')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What is said, without the marks. */
export const stripSsml = (ssml: string): string =>
  ssml
    .replace(/<[a-z/!?][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/[ \t]{2,}/g, ' ')
