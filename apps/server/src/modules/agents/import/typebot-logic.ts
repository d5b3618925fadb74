// Logic and integration blocks of Typebot: conditions, requests and models are imported, the rest is reported.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { truncate, type OutgoingEdge, type FlowStep } from './flow.ts'
import { httpTool, jsonBody, type Pair } from './http-tool.ts'
import { get, isRecord, type Json, type JsonObject, number, record, records, string } from './json-document.ts'
import { nodeForBlock, type TypebotBlock, type TypebotImport } from './typebot-flow.ts'

type Reader = (block: TypebotBlock, flow: TypebotImport) => FlowStep

const on = (block: TypebotBlock): FlowStep => ({ id: block.id, outgoing: [], next: block.next })
const gone =
  (what: MessageDescriptor): Reader =>
  (block, flow) => {
    flow.notes.lost(block.where, what)
    return on(block)
  }

const READERS: Readonly<Record<string, Reader>> = {
  Condition: condition,
  'Set variable': setVariable,
  Redirect: redirect,
  Webhook: request,
  Jump: jump,
  'AB test': abTest,
  Wait: (block, flow) => {
    flow.notes.info(block.where, msg('import_no_waiting'))
    return on(block)
  },
  Code: gone(msg('import_script')),
  'Typebot linkSteps': gone(msg('import_other_typebot')),
  'Google Sheets': gone(msg('import_google_sheets')),
  'Google Analytics': gone(msg('import_google_analytics')),
  Email: gone(msg('import_mail')),
  Zapier: gone(msg('import_app_webhook', { app: 'Zapier' })),
  'Make.com': gone(msg('import_app_webhook', { app: 'Make.com' })),
  Pabbly: gone(msg('import_app_webhook', { app: 'Pabbly' })),
  Chatwoot: gone(msg('import_chatwoot')),
  Pixel: gone(msg('import_pixel')),
}
/** Blocks in which a language model answers. */
const MODELS: ReadonlySet<string> = new Set(
  'OpenAI|openai|anthropic|mistral|groq|open-router|together-ai|deepseek|perplexity|dify-ai|gemini'.split('|'),
)

export function logicStep(block: TypebotBlock, flow: TypebotImport): FlowStep {
  const reader = Object.hasOwn(READERS, block.type) ? READERS[block.type] : undefined
  if (reader) return reader(block, flow)
  if (MODELS.has(block.type)) return model(block, flow)
  return gone(msg('import_no_such_block'))(block, flow)
}

function condition(block: TypebotBlock, flow: TypebotImport): FlowStep {
  const outgoing = records(get(block.source, 'items')).flatMap((item): OutgoingEdge[] => {
    const to = flow.target(string(get(item, 'outgoingEdgeId')), block.blockId, string(get(item, 'id')))
    const rule = flow.texts.rule(record(get(item, 'content')), block.where)
    if (rule && to !== undefined) return [{ to, ...rule }]
    flow.notes.lost(block.where, msg('import_condition_incomplete'))
    return []
  })
  return { id: block.id, node: nodeForBlock(block, { type: 'condition' }), outgoing, next: block.next }
}

/** Steps can't compute: a variable set once to a constant gets it as default value. */
function setVariable(block: TypebotBlock, flow: TypebotImport): FlowStep {
  const name = flow.texts.variable(string(get(block.options, 'variableId')))
  const expression = string(get(block.options, 'expressionToEvaluate')).trim()
  const kind = string(get(block.options, 'type'))
  const value = kind === '' || kind === 'Custom' ? constant(expression) : undefined
  if (name !== undefined && value !== undefined && flow.sets.get(name) === 1) {
    flow.variables.declare({ name, defaultValue: truncate(value, 5000, block.where, flow.notes) })
    flow.notes.info(block.where, msg('import_variable_preset', { name: `{${name}}` }))
  } else flow.notes.lost(block.where, msg('import_variable_not_set', { name: `{${name ?? '?'}}`, kind, expression }))
  return on(block)
}

function constant(expression: string): string | undefined {
  const quoted = /^(["'])([^"'\\]*)\1$/.exec(expression)
  if (quoted) return quoted[2]
  return /^[\p{L}\p{N} .,:!?-]+$/u.test(expression) ? expression : undefined
}

function redirect(block: TypebotBlock, flow: TypebotImport): FlowStep {
  const url = flow.texts.fill(string(get(block.options, 'url')).trim(), block.where)
  if (!/^https?:\/\/[^\s/]\S*$/.test(url) || url.length > 2000) {
    flow.notes.lost(block.where, msg('import_redirect_address'))
    return on(block)
  }
  flow.notes.info(block.where, msg('import_redirect_as_button'))
  const button = { name: 'Open', request: { type: 'open_url' as const, payload: url } }
  return {
    id: block.id,
    node: nodeForBlock(block, {
      type: 'message',
      items: [{ type: 'choice', message: 'Please go on here:', buttons: [button] }],
    }),
    outgoing: [],
    next: block.next,
  }
}

function jump(block: TypebotBlock, flow: TypebotImport): FlowStep {
  const to = flow.stepIdOf(string(get(block.options, 'groupId')), string(get(block.options, 'blockId')))
  if (to === undefined) flow.notes.lost(block.where, msg('import_jump_missing'))
  return { id: block.id, outgoing: [], next: to ?? block.next }
}

function abTest(block: TypebotBlock, flow: TypebotImport): FlowStep {
  const [first] = records(get(block.source, 'items')).filter((item) => get(item, 'path') !== 'b')
  flow.notes.lost(block.where, msg('import_ab_test'))
  const way = first && flow.target(string(get(first, 'outgoingEdgeId')), block.blockId, string(get(first, 'id')))
  return { id: block.id, outgoing: [], next: way ?? block.next }
}

const pairs = (value: Json | undefined, flow: TypebotImport, where: string): Pair[] =>
  records(value).map((pair) => [string(get(pair, 'key')), flow.texts.fill(string(get(pair, 'value')), where)])

function request(block: TypebotBlock, flow: TypebotImport): FlowStep {
  const { options, where, next, id } = block
  const webhook = record(get(options, 'webhook'))
  const text = string(get(webhook, 'body'))
  const body = jsonBody(text)
  if (body === undefined || text.includes('{{state}}')) flow.notes.lost(where, msg('import_body_not_object'))
  const seconds = number(get(options, 'timeout'))
  const tool = httpTool(
    {
      id: flow.id('request'),
      name: block.name,
      description: `Request of the step “${block.name}”.`,
      method: string(get(webhook, 'method')) || 'POST',
      url: flow.texts.fill(string(get(webhook, 'url')), where),
      headers: pairs(get(webhook, 'headers'), flow, where),
      query: pairs(get(webhook, 'queryParams'), flow, where),
      body: filled(body ?? {}, flow, where),
      mapping: mappingOf(options, flow, where),
      ...(seconds === undefined ? {} : { timeoutMs: seconds * 1000 }),
      where,
    },
    flow.toolNames,
    flow.notes,
  )
  if (!tool) return on(block)
  flow.tools.push(tool)
  const node = nodeForBlock(block, { type: 'tool', toolCall: { toolId: tool.id, arguments: {} } })
  // A Typebot continues whatever the result of the request.
  return {
    id,
    node,
    outgoing: [
      { to: next, on: 'success' },
      { to: next, on: 'failure' },
    ],
    next: undefined,
    stays: true,
  }
}

/** `{{variables}}` in the texts of a body, at any depth, as ours. */
function filled(body: JsonObject, flow: TypebotImport, where: string): JsonObject {
  const fill = (value: Json): Json => {
    if (typeof value === 'string') return flow.texts.fill(value, where)
    if (Array.isArray(value)) return value.map(fill)
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)])) : value
  }
  return record(fill(body))
}

function mappingOf(options: JsonObject, flow: TypebotImport, where: string) {
  return records(get(options, 'responseVariableMapping')).flatMap((one) => {
    const variable = flow.texts.variable(string(get(one, 'variableId')))
    const path = string(get(one, 'bodyPath'))
    const inside = /^data(?=$|[.[])\.?(.*)$/s.exec(path)?.[1]
    if (variable === undefined || inside === undefined || inside.length > 500) {
      flow.notes.lost(where, msg('import_answer_value_dropped', { path: path || '(none)' }))
      return []
    }
    return [
      {
        variable,
        path: inside
          .replace(/\[(\d+|"[^"]*")\]/g, (_, key: string) => `.${key.replaceAll('"', '')}`)
          .replace(/^\./, ''),
      },
    ]
  })
}

/** The model answers in its own node; bubbles that repeat its answer are dropped. */
function model(block: TypebotBlock, flow: TypebotImport): FlowStep {
  const { options, where } = block
  const task = string(get(options, 'task')) || string(get(options, 'action'))
  if (task !== '' && !/chat/i.test(task)) return gone(msg('import_task_unsupported', { task }))(block, flow)
  const system = [
    ...records(get(options, 'messages')).flatMap((message) =>
      get(message, 'role') === 'system' ? [string(get(message, 'content'))] : [],
    ),
    string(get(options, 'systemMessage')),
  ].filter((text) => text.trim() !== '')
  const instructions = flow.texts.fill(system.join('\n\n'), where) || 'Answer what the visitor said.'
  const wanted = string(get(options, 'model'))
  flow.notes.info(where, wanted === '' ? msg('import_model_own') : msg('import_model_own_instead', { model: wanted }))
  const node = nodeForBlock(block, { type: 'default', instructions: truncate(instructions, 50_000, where, flow.notes) })
  return { id: block.id, node, outgoing: [], next: block.next }
}
