// Definitions of the engine's own tools. All properties are required, because strict providers demand it.
import { FIELD_TYPES } from '@parlance/contract/items/schemas'
import type { ToolChannel, ToolSpec } from '@parlance/contract/tools/schemas'
import type { Graph, SystemTool } from '@parlance/contract/engine/types'

/** The widget's chat, the only channel that itself announces hand-offs and joining teammates. */
export const WEBSITE: ToolChannel = 'web-chat'

type Schema = Record<string, unknown>
const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const text = (description?: string): Schema => ({ type: 'string', ...(description ? { description } : {}) })
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
const list = (items: Schema, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description ? { description } : {}),
})
const kind = (name: string): Schema => ({ type: 'string', enum: [name] })
const oneOf = (names: readonly string[], description?: string): Schema => ({
  type: 'string',
  enum: names,
  ...(description ? { description } : {}),
})
const item = (type: string, fields: Record<string, Schema>): Schema => object({ type: kind(type), ...fields })

const URL_RULE = 'An address from your instructions, a tool or a passage; never one you made up.'
const button = object({
  name: text('The label.'),
  request: {
    anyOf: [
      object({
        type: kind('text'),
        payload: orNull(text('What the visitor says by pressing it; the label when null.')),
      }),
      object({ type: kind('open_url'), payload: text(URL_RULE) }),
    ],
  },
})
const cardFields = {
  title: text(),
  imageUrl: orNull(text(URL_RULE)),
  description: orNull(object({ text: text() })),
  buttons: list(button, 'At most 10; may be empty.'),
}
const field = object({
  name: text('The variable that takes the value: letters, digits and _.'),
  label: text(),
  type: oneOf(FIELD_TYPES),
  required: { type: 'boolean' },
  placeholder: orNull(text()),
  options: orNull(list(text(), 'Needed by select and radio.')),
  min: orNull({ type: 'number', description: 'Of numbers their value, of texts their length.' }),
  max: orNull({ type: 'number' }),
})
const ITEMS: readonly Schema[] = [
  item('text', { text: text('Markdown.') }),
  item('choice', { message: orNull(text()), buttons: list(button, 'One to 30.') }),
  item('visual', { image: text(URL_RULE), alt: text('What the image shows.') }),
  item('cardV2', cardFields),
  item('carousel', { cards: list(object(cardFields), 'One to 10.') }),
  item('iFrame', { url: text(URL_RULE), title: text(), layout: oneOf(['vertical', 'horizontal']) }),
  item('form', {
    title: orNull(text()),
    description: orNull(text()),
    fields: list(field, 'One to 30.'),
    submitLabel: orNull(text()),
  }),
  item('input', { field, submitLabel: orNull(text()) }),
  item('file', { url: text(URL_RULE), name: text(), mime: orNull(text()) }),
]

const SEND_UI: ToolSpec = {
  name: 'send_ui',
  description:
    'Shows the visitor buttons, cards, images, forms or files below your text. Use it when they help more than words alone; what it shows is your answer, so write nothing after it.',
  parameters: object({ items: list({ anyOf: ITEMS }, 'At most 20, in the order they are shown.') }),
}
const reason = object({ reason: text('One sentence, for the people who run this agent.') })
const SPECS: Readonly<Record<Exclude<SystemTool, 'set_variable'>, ToolSpec>> = {
  search_knowledge: {
    name: 'search_knowledge',
    description: 'Searches the knowledge base. Use it before you answer a question about facts you were not given.',
    parameters: object({ query: text('What to look for, in the words of the visitor or better ones.') }),
  },
  hand_off: {
    name: 'hand_off',
    description:
      'Asks the team to join the conversation. Only when the visitor asks for a person, or when you can not help any further. First say that you are connecting them with the team; nobody has joined yet.',
    parameters: reason,
  },
  end_chat: {
    name: 'end_chat',
    description: 'Ends the conversation. Only when the visitor is done and has said so. Say goodbye first.',
    parameters: reason,
  },
  send_ui: SEND_UI,
}

/** For the website, which announces hand-offs itself. */
const QUIET_HAND_OFF: ToolSpec = {
  ...SPECS.hand_off,
  description:
    'Asks the team to join the conversation. Only when the visitor asks for a person, or when you can not help any further. Write nothing with it: the chat itself says that they are being connected.',
}

/** A system tool's definition for the model on a channel; `set_variable` gets this graph's names. */
export function systemToolSpec(tool: SystemTool, graph: Graph, channel?: string): ToolSpec {
  if (tool === 'set_variable') return setVariable(graph)
  return tool === 'hand_off' && channel === WEBSITE ? QUIET_HAND_OFF : SPECS[tool]
}

function setVariable({ variables, fromTools, collected }: Graph): ToolSpec {
  const open = [...variables.values()].filter(
    ({ name, isEnv }) => !isEnv && (collected.has(name) || !fromTools.has(name)),
  )
  const described = open
    .slice(0, 60)
    .map(({ name, type, description }) => `${name} (${type})${description ? `: ${description.slice(0, 200)}` : ''}`)
  const names = open.map(({ name }) => name).slice(0, 400)
  return {
    name: 'set_variable',
    description: `Remembers something the visitor has said about themselves or their wish. Known names:\n${described.join('\n')}`,
    parameters: object({
      name: names.length > 0 ? oneOf(names) : text(),
      value: text('Dates as YYYY-MM-DD, times as HH:MM, yes and no as true and false.'),
    }),
  }
}
