// Our own export, validated by the agent schema.
import { AgentConfig, OpenConfig, SECRET_FIELDS } from '@parlance/contract/agents/schemas'
import { issueMessage } from '@parlance/contract/lib/rules'
import { msg } from '@parlance/i18n/messages'
import { importError, type Notes } from './report.ts'
import { get, isRecord, type Json, type JsonObject, list, record, string } from './json-document.ts'

const FORMAT_VERSION = 1
const PROBLEMS_SHOWN = 5

/** Throws INVALID_INPUT for another version, and with the first problems for a configuration that is not valid. */
export function readParlance(file: Json, notes: Notes): OpenConfig {
  if (!isRecord(file) || get(file, 'format') !== 'parlance-agent') throw importError(msg('import_not_our_export'))
  const version = get(file, 'formatVersion')
  if (version !== FORMAT_VERSION)
    throw importError(msg('import_version_unknown', { version: string(version) || 'unknown', known: FORMAT_VERSION }))
  const given = get(file, 'config')
  if (!isRecord(given)) throw importError(msg('import_no_configuration'))
  noteForeign(given, notes)
  const parsed = OpenConfig.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, PROBLEMS_SHOWN).map((issue) => {
      const place = ['config', ...issue.path].join('.')
      return msg('named', { name: place, reason: issueMessage(issue) })
    })
    const more = parsed.error.issues.length - problems.length
    const reason = problems.reduce((first, second) => msg('both', { first, second }))
    const invalid = msg('import_agent_invalid', { reason })
    throw importError(more > 0 ? { ...invalid, message: `${invalid.message} And ${more} more.` } : invalid)
  }
  return atHome(parsed.data, notes)
}

const KNOWN: ReadonlySet<string> = new Set(Object.keys(AgentConfig.shape))
const SECRET: ReadonlySet<string> = new Set(SECRET_FIELDS)

function noteForeign(config: JsonObject, notes: Notes): void {
  for (const key of Object.keys(config)) {
    if (SECRET.has(key) && config[key] !== '') notes.lost(key, msg('import_secret_missing'))
    else if (!KNOWN.has(key)) notes.lost(key, msg('import_field_unknown'))
  }
}

/** Removes references to another workspace or installation, with notes on what has to be set up. */
function atHome(config: OpenConfig, notes: Notes): OpenConfig {
  if (config.functionsIds.length > 0) notes.lost('Functions', msg('import_tools_elsewhere'))
  const secrets = new Set([
    ...config.tools.flatMap(({ fields }) => fields.flatMap(({ isEnv, value }) => (isEnv && value ? [value] : []))),
    ...config.mcpServers.flatMap(({ credential }) => (credential ? [credential] : [])),
    ...config.variables.flatMap(({ isEnv, name }) => (isEnv ? [name] : [])),
  ])
  for (const name of secrets) notes.info(name, msg('import_secret_needed'))
  for (const tool of config.tools)
    for (const field of tool.fields)
      if (field.required && field.in === 'header' && !field.isEnv && field.value === '')
        notes.info(tool.name, msg('import_header_without_value', { name: field.key }))
  for (const [key, label] of PICTURES) if (config[key].startsWith('/')) notes.info(label, msg('import_picture_stays'))
  return { ...config, functionsIds: [], waVerifyPassed: false }
}

const PICTURES = [
  ['roundedImageURL', msg('import_picture_round')],
  ['avatarImageUrl', 'Avatar'],
  ['headerImageUrl', msg('import_picture_header')],
  ['chatBgURL', msg('import_picture_background')],
] as const

export const isParlance = (file: Json): boolean => get(record(file), 'format') === 'parlance-agent'
export const hasList = (file: Json, key: string): boolean =>
  Array.isArray(get(record(file), key)) && list(get(record(file), key)).every(isRecord)
