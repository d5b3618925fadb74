// Logic and integration blocks of Typebot: conditions, requests and models go along, the rest is told of.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { clip, type Exit, type Place } from './flow.ts'
import { httpTool, jsonBody, type Pair } from './http-tool.ts'
import { get, isRecord, type Json, type JsonObject, number, record, records, string } from './json-document.ts'
import { nodeAt, type Spot, type Typebot } from './typebot-flow.ts'

type Reader = (spot: Spot, flow: Typebot) => Place

const on = (spot: Spot): Place => ({ id: spot.id, exits: [], next: spot.next })
const gone =
  (what: MessageDescriptor): Reader =>
  (spot, flow) => {
    flow.notes.lost(spot.where, what)
    return on(spot)
  }

const READERS: Readonly<Record<string, Reader>> = {
  Condition: condition,
  'Set variable': setVariable,
  Redirect: redirect,
  Webhook: request,
  Jump: jump,
  'AB test': abTest,
  Wait: (spot, flow) => {
    flow.notes.info(spot.where, msg('import_no_waiting'))
    return on(spot)
  },
  Code: gone(msg('import_script')),
  'Typebot link': gone(msg('import_other_typebot')),
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

/** Whatever a block is, it becomes a place. */
export function logicPlace(spot: Spot, flow: Typebot): Place {
  const reader = Object.hasOwn(READERS, spot.type) ? READERS[spot.type] : undefined
  if (reader) return reader(spot, flow)
  if (MODELS.has(spot.type)) return model(spot, flow)
  return gone(msg('import_no_such_block'))(spot, flow)
}

function condition(spot: Spot, flow: Typebot): Place {
  const exits = records(get(spot.block, 'items')).flatMap((item): Exit[] => {
    const to = flow.target(string(get(item, 'outgoingEdgeId')), spot.blockId, string(get(item, 'id')))
    const rule = flow.words.rule(record(get(item, 'content')), spot.where)
    if (rule && to !== undefined) return [{ to, ...rule }]
    flow.notes.lost(spot.where, msg('import_condition_incomplete'))
    return []
  })
  return { id: spot.id, node: nodeAt(spot, { type: 'condition' }), exits, next: spot.next }
}

/** A step can't compute: a value that is set once and is a constant is where the variable starts. */
function setVariable(spot: Spot, flow: Typebot): Place {
  const name = flow.words.variable(string(get(spot.options, 'variableId')))
  const expression = string(get(spot.options, 'expressionToEvaluate')).trim()
  const kind = string(get(spot.options, 'type'))
  const value = kind === '' || kind === 'Custom' ? constant(expression) : undefined
  if (name !== undefined && value !== undefined && flow.sets.get(name) === 1) {
    flow.variables.declare({ name, defaultValue: clip(value, 5000, spot.where, flow.notes) })
    flow.notes.info(spot.where, msg('import_variable_preset', { name: `{${name}}` }))
  } else flow.notes.lost(spot.where, msg('import_variable_not_set', { name: `{${name ?? '?'}}`, kind, expression }))
  return on(spot)
}

function constant(expression: string): string | undefined {
  const quoted = /^(["'])([^"'\\]*)\1$/.exec(expression)
  if (quoted) return quoted[2]
  return /^[\p{L}\p{N} .,:!?-]+$/u.test(expression) ? expression : undefined
}

function redirect(spot: Spot, flow: Typebot): Place {
  const url = flow.words.fill(string(get(spot.options, 'url')).trim(), spot.where)
  if (!/^https?:\/\/[^\s/]\S*$/.test(url) || url.length > 2000) {
    flow.notes.lost(spot.where, msg('import_redirect_address'))
    return on(spot)
  }
  flow.notes.info(spot.where, msg('import_redirect_as_button'))
  const button = { name: 'Open', request: { type: 'open_url' as const, payload: url } }
  return {
    id: spot.id,
    node: nodeAt(spot, {
      type: 'message',
      items: [{ type: 'choice', message: 'Please go on here:', buttons: [button] }],
    }),
    exits: [],
    next: spot.next,
  }
}

function jump(spot: Spot, flow: Typebot): Place {
  const to = flow.placeOf(string(get(spot.options, 'groupId')), string(get(spot.options, 'blockId')))
  if (to === undefined) flow.notes.lost(spot.where, msg('import_jump_missing'))
  return { id: spot.id, exits: [], next: to ?? spot.next }
}

function abTest(spot: Spot, flow: Typebot): Place {
  const [first] = records(get(spot.block, 'items')).filter((item) => get(item, 'path') !== 'b')
  flow.notes.lost(spot.where, msg('import_ab_test'))
  const way = first && flow.target(string(get(first, 'outgoingEdgeId')), spot.blockId, string(get(first, 'id')))
  return { id: spot.id, exits: [], next: way ?? spot.next }
}

const pairs = (value: Json | undefined, flow: Typebot, where: string): Pair[] =>
  records(value).map((pair) => [string(get(pair, 'key')), flow.words.fill(string(get(pair, 'value')), where)])

function request(spot: Spot, flow: Typebot): Place {
  const { options, where, next, id } = spot
  const webhook = record(get(options, 'webhook'))
  const text = string(get(webhook, 'body'))
  const body = jsonBody(text)
  if (body === undefined || text.includes('{{state}}')) flow.notes.lost(where, msg('import_body_not_object'))
  const seconds = number(get(options, 'timeout'))
  const tool = httpTool(
    {
      id: flow.id('request'),
      name: spot.name,
      description: `Request of the step «${spot.name}».`,
      method: string(get(webhook, 'method')) || 'POST',
      url: flow.words.fill(string(get(webhook, 'url')), where),
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
  if (!tool) return on(spot)
  flow.tools.push(tool)
  const node = nodeAt(spot, { type: 'tool', toolCall: { toolId: tool.id, arguments: {} } })
  // A Typebot goes on whatever became of its request.
  return {
    id,
    node,
    exits: [
      { to: next, on: 'success' },
      { to: next, on: 'failure' },
    ],
    next: undefined,
    stays: true,
  }
}

/** `{{variables}}` in the texts of a body, at any depth, as ours. */
function filled(body: JsonObject, flow: Typebot, where: string): JsonObject {
  const fill = (value: Json): Json => {
    if (typeof value === 'string') return flow.words.fill(value, where)
    if (Array.isArray(value)) return value.map(fill)
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)])) : value
  }
  return record(fill(body))
}

function mappingOf(options: JsonObject, flow: Typebot, where: string) {
  return records(get(options, 'responseVariableMapping')).flatMap((one) => {
    const variable = flow.words.variable(string(get(one, 'variableId')))
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

/** The model speaks in a node of its own; bubbles that repeat what it said are left out. */
function model(spot: Spot, flow: Typebot): Place {
  const { options, where } = spot
  const task = string(get(options, 'task')) || string(get(options, 'action'))
  if (task !== '' && !/chat/i.test(task)) return gone(msg('import_task_unsupported', { task }))(spot, flow)
  const system = [
    ...records(get(options, 'messages')).flatMap((message) =>
      get(message, 'role') === 'system' ? [string(get(message, 'content'))] : [],
    ),
    string(get(options, 'systemMessage')),
  ].filter((text) => text.trim() !== '')
  const instructions = flow.words.fill(system.join('\n\n'), where) || 'Answer what the visitor said.'
  const wanted = string(get(options, 'model'))
  flow.notes.info(where, wanted === '' ? msg('import_model_own') : msg('import_model_own_instead', { model: wanted }))
  const node = nodeAt(spot, { type: 'default', instructions: clip(instructions, 50_000, where, flow.notes) })
  return { id: spot.id, node, exits: [], next: spot.next }
}
