// Texts of Flowise: HTML of its editor as plain text, its placeholders as variables of ours or as words.
import { msg } from '@parlance/i18n/messages'
import type { NameRegistry, DeclaredVariables } from './flow.ts'
import type { Notes } from './report.ts'
import { get, isRecord, type Json, type JsonObject, record, string } from './json-document.ts'

export interface FlowiseImport {
  readonly notes: Notes
  readonly names: NameRegistry
  readonly toolNames: NameRegistry
  readonly variables: DeclaredVariables
  readonly labelOf: (nodeId: string) => string | undefined
  readonly id: (wish: string) => string
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

/** Plain text of Flowise's editor, which writes HTML; other texts are unchanged. */
export function plain(text: string): string {
  if (!/<(p|span|ul|ol|li|h\d|strong|em|br|code|pre)\b/i.test(text)) return text.trim()
  return text
    .replace(/<(br|\/p|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '- ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(nbsp|lt|gt|quot|amp|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim()
}

const WORDS: Readonly<Record<string, string>> = {
  question: 'the message of the visitor',
  input: 'the message of the visitor',
  chat_history: 'the conversation so far',
  context: 'the passages from the knowledge',
  runtime_messages_length: 'the number of messages',
  current_date_time: 'the current date and time',
  file_attachment: 'the attached file',
}
const STATE = /^\$(?:flow\.state|form|vars)\.([\w-]{1,100})$/

/** A text with `{{placeholders}}`: those of the state, of forms and of Variables become variables. */
export function fill(text: string, where: string, flowise: FlowiseImport): string {
  return plain(text).replace(/\{\{([^{}]{1,500})\}\}/g, (_, inner: string) => placeholder(inner.trim(), where, flowise))
}

function placeholder(inner: string, where: string, { names, variables, notes, labelOf }: FlowiseImport): string {
  const own = STATE.exec(inner)?.[1]
  if (own !== undefined) {
    const name = names.of(own, own)
    if (inner.startsWith('$vars.')) notes.info(where, msg('import_flowise_variable', { name: `{${name}}` }))
    variables.declare({ name })
    return `{${name}}`
  }
  if (Object.hasOwn(WORDS, inner)) return WORDS[inner] ?? ''
  const [nodeId = ''] = inner.split('.')
  const label = labelOf(nodeId)
  notes.lost(where, msg('import_placeholder_in_words', { name: `{{${inner}}}` }))
  return label === undefined ? `{{${inner}}}` : `what “${label}” answered`
}

/** The template of a prompt with `{names}`, as LangChain writes them. */
export function template(text: string, where: string, flowise: FlowiseImport): string {
  return fill(text, where, flowise).replace(/(?<!\{)\{([A-Za-z_]\w{0,99})\}(?!\})/g, (_, key: string) => {
    if (Object.hasOwn(WORDS, key)) return WORDS[key] ?? ''
    const name = flowise.names.of(key, key)
    flowise.variables.declare({ name })
    return `{${name}}`
  })
}

/** A list of records that may be written as a JSON text. */
export function rows(value: Json | undefined): readonly JsonObject[] {
  const found = parsed(value)
  return Array.isArray(found) ? found.filter(isRecord) : []
}
/** An object that may be written as a JSON text. */
export const fields = (value: Json | undefined): JsonObject => record(parsed(value))

function parsed(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value
  if (value.length > 200_000) return undefined
  try {
    return JSON.parse(value) as Json
  } catch {
    return undefined
  }
}

/** Providers whose models can answer here, by the names of Flowise's nodes. */
const PROVIDERS = /^(azure)?(chat|open)?(openai|anthropic|googlegenerativeai|googlevertexai)/i

export function llmConfig(provider: string, config: JsonObject, where: string, { notes }: FlowiseImport) {
  const model = [get(config, 'modelName'), get(config, 'customModelName'), get(config, 'model')]
    .map(string)
    .find(Boolean)
  const temperature = Number.parseFloat(string(get(config, 'temperature')))
  const max = Number.parseInt(string(get(config, 'maxTokens')) || string(get(config, 'maxOutputTokens')), 10)
  const known = model !== undefined && model.length <= 200 && PROVIDERS.test(provider)
  if (model !== undefined && known) notes.info(where, msg('import_model_needs_key', { model }))
  else if (model !== undefined || provider !== '')
    notes.lost(where, msg('import_model_replaced', { model: model ?? '', provider: provider || 'an unknown provider' }))
  const settings = {
    ...(known ? { model } : {}),
    ...(temperature >= 0 && temperature <= 2 ? { temperature } : {}),
    ...(max >= 1 && max <= 128_000 ? { maxTokens: max } : {}),
  }
  return Object.keys(settings).length > 0 ? { llmConfig: settings } : {}
}
