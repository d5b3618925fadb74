// Our own export: checked by the schema that every agent passes, with the place and the reason of what does not pass.
import { AgentConfig, OpenConfig, SECRET_FIELDS } from '@parlance/contract/agents/schemas'
import { importError, type Notes } from './report.ts'
import { get, isRecord, type Json, type JsonObject, list, record, string } from './json-document.ts'

const FORMAT_VERSION = 1
const PROBLEMS_SHOWN = 5

/** Throws INVALID_INPUT for another version, and with the first problems for a configuration that is not valid. */
export function readParlance(file: Json, notes: Notes): OpenConfig {
  if (!isRecord(file) || get(file, 'format') !== 'parlance-agent')
    throw importError('The file is not an agent that was exported here.')
  const version = get(file, 'formatVersion')
  if (version !== FORMAT_VERSION)
    throw importError(
      `The file is of version ${string(version) || 'unknown'} of the format. Here version ${FORMAT_VERSION} can be read.`,
    )
  const given = get(file, 'config')
  if (!isRecord(given)) throw importError('The file holds no configuration.')
  noteForeign(given, notes)
  const parsed = OpenConfig.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, PROBLEMS_SHOWN).map((issue) => {
      const place = ['config', ...issue.path].join('.')
      return `${place}: ${issue.message}`
    })
    const more = parsed.error.issues.length - problems.length
    throw importError(`The file is not a valid agent. ${problems.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`)
  }
  return atHome(parsed.data, notes)
}

const KNOWN: ReadonlySet<string> = new Set(Object.keys(AgentConfig.shape))
const SECRET: ReadonlySet<string> = new Set(SECRET_FIELDS)

function noteForeign(config: JsonObject, notes: Notes): void {
  for (const key of Object.keys(config)) {
    if (SECRET.has(key) && config[key] !== '') notes.lost(key, 'A file carries no secrets. Enter it again.')
    else if (!KNOWN.has(key)) notes.lost(key, 'This field is not known here.')
  }
}

/** Without what belongs to another workspace or installation, and with a note of what has to be set up here. */
function atHome(config: OpenConfig, notes: Notes): OpenConfig {
  if (config.functionsIds.length > 0)
    notes.lost('Functions', 'Functions of another workspace are not in the file. Add them to the agent again.')
  const secrets = new Set([
    ...config.tools.flatMap(({ fields }) => fields.flatMap(({ isEnv, value }) => (isEnv && value ? [value] : []))),
    ...config.mcpServers.flatMap(({ credential }) => (credential ? [credential] : [])),
    ...config.variables.flatMap(({ isEnv, name }) => (isEnv ? [name] : [])),
  ])
  for (const name of secrets) notes.info(name, 'The agent uses this secret: it must be there under Credentials.')
  for (const tool of config.tools)
    for (const field of tool.fields)
      if (field.required && field.in === 'header' && !field.isEnv && field.value === '')
        notes.info(tool.name, `The header ${field.key} has no value in the file.`)
  for (const [key, label] of PICTURES)
    if (config[key].startsWith('/')) notes.info(label, 'The picture stays where the agent comes from. Upload it again.')
  return { ...config, functionsIds: [], waVerifyPassed: false }
}

const PICTURES = [
  ['roundedImageURL', 'Round picture'],
  ['avatarImageUrl', 'Avatar'],
  ['headerImageUrl', 'Header picture'],
  ['chatBgURL', 'Background picture'],
] as const

/** Whether a file looks like ours. */
export const isParlance = (file: Json): boolean => get(record(file), 'format') === 'parlance-agent'
export const hasList = (file: Json, key: string): boolean =>
  Array.isArray(get(record(file), key)) && list(get(record(file), key)).every(isRecord)
