import { msg } from '@parlance/i18n/messages'
import { AppError } from '../lib/errors.ts'
import type { Tool } from '../tools/schemas.ts'
import { AgentConfig, type AgentExport, OpenConfig } from './schemas.ts'

const MAX_TOOLS = 100
const SECRET_NAME =
  /authori[sz]ation|(^|[-_])auth($|[-_])|api[-_ ]?key|token|secret|password|cookie|credential|private[-_ ]?key/i

/** Also omits fixed values that are named like secrets. @throws CONFLICT for more than 100 tools */
export function exportAgent(config: AgentConfig | OpenConfig, library: readonly Tool[], at: Date): AgentExport {
  const open = OpenConfig.parse(config)
  const tools = [...open.tools, ...apart(library, open.tools)]
  if (tools.length > MAX_TOOLS) throw new AppError('CONFLICT', msg('agent_export_too_many_tools'))
  return {
    format: 'parlance-agent',
    formatVersion: 1,
    exportedAt: at.toISOString(),
    config: {
      ...open,
      tools: tools.map(withoutSecrets),
      mcpServers: open.mcpServers.map((one) => ({ ...one, url: withoutSecretQuery(one.url) })),
      functionsIds: [],
      variables: open.variables.map((one) => (one.isEnv ? { ...one, defaultValue: '' } : one)),
      vapi: withoutSecretKeys(open.vapi),
      vapiConfig: withoutSecretKeys(open.vapiConfig),
      waVerifyPassed: false,
    },
  }
}

/** An own tool with the same id wins; a taken name gets a number. */
function apart(library: readonly Tool[], own: readonly Tool[]): Tool[] {
  const ids = new Set(own.map(({ id }) => id))
  const names = new Set(own.map(({ name }) => name))
  const taken: Tool[] = []
  for (const tool of library) {
    if (ids.has(tool.id)) continue
    const name = freeName(tool.name, names)
    ids.add(tool.id)
    names.add(name)
    taken.push({ ...tool, name })
  }
  return taken
}

export function freeName(name: string, taken: ReadonlySet<string>, max = 64): string {
  if (!taken.has(name)) return name
  for (let n = 2; ; n += 1) {
    const tail = `_${n}`
    const next = name.slice(0, max - tail.length) + tail
    if (!taken.has(next)) return next
  }
}

const withoutSecrets = (tool: Tool): Tool => ({
  ...tool,
  serverUrl: withoutSecretQuery(tool.serverUrl),
  fields: tool.fields.map((field) => (!field.isEnv && SECRET_NAME.test(field.key) ? { ...field, value: '' } : field)),
})

/** `{placeholders}` and keys stay, because they show what has to be entered again. */
const withoutSecretQuery = (url: string): string =>
  url.replaceAll(/([?&])([^=&#]*)=([^&#{]+)(?=[&#]|$)/g, (all, mark: string, key: string) =>
    SECRET_NAME.test(key) || key === 'key' ? `${mark}${key}=` : all,
  )

function withoutSecretKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !SECRET_NAME.test(key))
      .map(([key, item]) => [key, withoutSecretKeys(item)]),
  )
}
