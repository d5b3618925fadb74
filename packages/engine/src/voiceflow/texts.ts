// Voiceflow's rich text («slate») and speech markup (SSML).
import { cut } from '@parlance/contract/lib/text'
import { isJsonObject, asArray, asString } from './clean.ts'

const MAX_TEXT = 10_000

/** Rich text as plain text, one line per paragraph. */
export function slateToPlainText(slate: unknown): string {
  const content = isJsonObject(slate) ? slate['content'] : slate
  return cut(asArray(content).map(inline).join('\n'), MAX_TEXT)
}

/** Cleaning has limited the depth. */
function inline(node: unknown): string {
  if (!isJsonObject(node)) return ''
  return asString(node['text']) + asArray(node['children']).map(inline).join('')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The spoken text without markup. */
export const stripSsml = (ssml: string): string =>
  ssml
    .replace(/<[a-z/!?][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/[ \t]{2,}/g, ' ')
