import { cut } from '@parlance/contract/lib/text'
import { secretName } from '@parlance/engine/tools/naming'
import { isForbiddenHeader, toolProblems } from '@parlance/engine/tools/request'
import { Tool, type ToolField } from '@parlance/contract/tools/schemas'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { issueMessage } from '@parlance/contract/lib/rules'

export interface ImportResult {
  readonly tools: Tool[]
  /** What could not be imported, and what is left to do. */
  readonly notes: MessageDescriptor[]
}

export type DraftField = Partial<ToolField> & { readonly key: string }
export interface DraftTool {
  readonly name: string
  readonly description?: string
  readonly method: string
  readonly serverUrl: string
  readonly fields: readonly DraftField[]
  readonly timeoutMs?: number
}

const NOTES_MAX = 200
const FIELDS_MAX = 100

export function createCollector() {
  const tools: Tool[] = []
  const notes = new Map<string, MessageDescriptor>()
  const note = (reason: MessageDescriptor): void => {
    if (notes.size < NOTES_MAX) notes.set(reason.message, { ...reason, message: cut(reason.message, 500) })
  }
  return {
    note,
    add(draft: DraftTool): void {
      const { name } = draft
      const fields = draft.fields.filter(({ key }) => key.trim() !== '' && key.length <= 200)
      if (fields.length < draft.fields.length) note(msg('openapi_fields_unnamed', { name }))
      if (fields.length > FIELDS_MAX)
        note(msg('openapi_fields_limited', { name, max: FIELDS_MAX, count: fields.length }))
      const read = Tool.safeParse({
        ...draft,
        id: name,
        description: cut(draft.description ?? '', 2000),
        fields: fields.slice(0, FIELDS_MAX),
      })
      const problem = read.success ? toolProblems(read.data)[0] : read.error.issues.map(issueMessage)[0]
      if (read.success && problem === undefined) tools.push(read.data)
      else note(msg('openapi_tool_left_out', { name, reason: problem ?? msg('openapi_tool_invalid') }))
    },
    done: (): ImportResult => ({ tools, notes: [...notes.values()] }),
  }
}
export type Collector = ReturnType<typeof createCollector>

/** E.g. `GITHUB_TOKEN` for a key `token` at `api.github.com`. */
export function secretNameFor(serverUrl: string, what: string): string {
  const host = /^https?:\/\/([^/:?#]+)/i.exec(serverUrl)?.[1] ?? ''
  const labels = /^[\d.]+$/.test(host) ? [] : host.split('.').filter(Boolean)
  return secretName(`${labels.at(-2) ?? labels[0] ?? 'api'} ${what}`)
}

/** Headers that HTTP clients set themselves, or that describe a browser. */
const INCIDENTAL_HEADERS =
  /^(accept-encoding|sec-.*|dnt|origin|referer|user-agent|priority|pragma|cache-control|te|content-length|connection|upgrade-insecure-requests)$/i
export const isIncidentalHeader = (header: string): boolean => INCIDENTAL_HEADERS.test(header)
export const isForbidden = (header: string): boolean => isForbiddenHeader(header)
export const looksSecret = (key: string): boolean =>
  /(^|[-_.])(api[-_]?key|key|token|access[-_]?token|secret|auth|authorization|password|passwd|pwd|signature|session|cookie)$|apikey|secret/i.test(
    key,
  )
