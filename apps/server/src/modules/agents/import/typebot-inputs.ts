// Inputs of Typebot: questions become collect nodes, buttons become messages whose edges say which one was pressed.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { Item } from '@parlance/contract/items/schemas'
import { msg } from '@parlance/i18n/messages'
import { truncate, type OutgoingEdge, type FlowStep } from './flow.ts'
import { get, type JsonObject, number, record, records, string } from './json-document.ts'
import {
  QUESTION_PREFIX,
  type PrecedingBubbles,
  nodeForBlock,
  type TypebotBlock,
  type TypebotImport,
} from './typebot-flow.ts'

type Asked = Pick<AgentNode['variables'][number], 'type' | 'description'> & { min?: number; max?: number }

const BUTTONS: ReadonlySet<string> = new Set(['choice input', 'picture choice input'])
const MAX_BUTTONS = 30
const MAX_CARDS = 10

export const isInput = (type: string): boolean => type.endsWith(' input')

export function inputStep(block: TypebotBlock, before: PrecedingBubbles, flow: TypebotImport): FlowStep {
  if (BUTTONS.has(block.type) && get(block.options, 'isMultipleChoice') !== true) return buttons(block, before, flow)
  if (block.type === 'file input') return fileInput(block, before, flow)
  if (block.type === 'payment input') {
    flow.notes.lost(block.where, msg('import_payment'))
    const items = [...before.items]
    const node = items.length > 0 ? { node: nodeForBlock(block, { type: 'message', items }) } : {}
    return { id: block.id, ...node, outgoing: [], next: block.next }
  }
  return question(block, before, flow)
}

function question(block: TypebotBlock, { wording }: PrecedingBubbles, flow: TypebotImport): FlowStep {
  const asked = askedOf(block, flow)
  const name = variableOf(block, flow)
  const collected: AgentNode['variables'][number] = { name, required: true, options: [], ...asked }
  flow.variables.declare({ name, type: asked.type })
  const words = truncate(wording, 20_000, block.where, flow.notes)
  const node = nodeForBlock(block, {
    type: 'collect',
    instructions: words === '' ? `Ask for ${asked.description}.` : QUESTION_PREFIX + words,
    variables: [collected],
  })
  return { id: block.id, node, outgoing: [], next: block.next }
}

/** The variable for the answer; created if the block names none. */
function variableOf({ options, blockId, name }: TypebotBlock, flow: TypebotImport): string {
  const id = string(get(options, 'variableId'))
  const known = id === '' ? undefined : flow.texts.variable(id)
  return known ?? flow.names.of(`answer|${blockId}`, name)
}

function askedOf(block: TypebotBlock, flow: TypebotImport): Asked {
  const { options, type } = block
  const labels = record(get(options, 'labels'))
  const placeholder = flow.texts.fill(string(get(labels, 'placeholder')), block.where).slice(0, 500)
  const hint = placeholder === '' ? '' : ` (${placeholder})`
  switch (type) {
    case 'number input':
      return {
        type: 'number',
        description: `a number${hint}`,
        ...range(number(get(options, 'min')), number(get(options, 'max'))),
      }
    case 'email input':
      return { type: 'email', description: 'the e-mail address' }
    case 'phone number input':
      return { type: 'phone', description: 'the phone number' }
    case 'url input':
      return { type: 'text', description: 'a web address that begins with https://' }
    case 'date input':
      if (get(options, 'isRange') === true) flow.notes.lost(block.where, msg('import_date_range'))
      if (get(options, 'hasTime') === true) flow.notes.lost(block.where, msg('import_date_without_time'))
      if (get(options, 'min') || get(options, 'max')) flow.notes.lost(block.where, msg('import_date_limits'))
      return { type: 'date', description: 'the date' }
    case 'rating input':
      return { type: 'number', description: 'a rating', ...range(1, number(get(options, 'length')) ?? 10) }
    case 'text input':
      return { type: 'text', description: `the answer to the question${hint}` }
    case 'choice input':
    case 'picture choice input':
      flow.notes.info(block.where, msg('import_multiple_choice'))
      return { type: 'text', description: `one or more of: ${labelsOf(block, flow).join(', ')}`.slice(0, 1000) }
    default:
      flow.notes.info(block.where, msg('import_input_as_text'))
      return { type: 'text', description: 'the answer to the question' }
  }
}

const range = (min: number | undefined, max: number | undefined) => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
})

interface Choice {
  readonly item: JsonObject
  readonly label: string
}

const choicesOf = (block: TypebotBlock, flow: TypebotImport): Choice[] =>
  records(get(block.source, 'items')).flatMap((item) => {
    const text = string(get(item, 'content')) || string(get(item, 'title'))
    const label = truncate(flow.texts.fill(text, block.where).trim(), 200, block.where, flow.notes)
    return label === '' ? [] : [{ item, label }]
  })
const labelsOf = (block: TypebotBlock, flow: TypebotImport): string[] =>
  choicesOf(block, flow).map(({ label }) => label)

function buttons(block: TypebotBlock, before: PrecedingBubbles, flow: TypebotImport): FlowStep {
  const all = choicesOf(block, flow)
  if (
    get(block.options, 'dynamicVariableId') ||
    get(record(get(block.options, 'dynamicItems')), 'isEnabled') === true
  ) {
    flow.notes.lost(block.where, msg('import_dynamic_buttons'))
    return question(block, before, flow)
  }
  if (all.length === 0) return question(block, before, flow)
  if (all.length > MAX_BUTTONS) flow.notes.lost(block.where, msg('import_buttons_dropped', { max: MAX_BUTTONS }))
  if (all.some(({ item }) => get(record(get(item, 'displayCondition')), 'isEnabled') === true))
    flow.notes.lost(block.where, msg('import_buttons_shown'))
  const choices = all.slice(0, MAX_BUTTONS)
  const name = flow.texts.variable(string(get(block.options, 'variableId')))
  const given = choices.map(({ label }) => label).join(', ')
  if (name) flow.variables.declare({ name, description: `The button the visitor chose: ${given}`.slice(0, 1000) })
  const led = choices.map(({ item, label }): OutgoingEdge & { label: string } => ({
    label,
    to: flow.target(string(get(item, 'outgoingEdgeId')), block.blockId, string(get(item, 'id'))),
  }))
  const own = led.filter(({ to }) => to !== undefined)
  const rest = led.filter(({ to }) => to === undefined).map(({ label }) => label)
  return {
    id: block.id,
    node: nodeForBlock(block, { type: 'message', items: [...before.items.slice(-19), itemOf(block, choices)] }),
    outgoing: own.map(({ to, label }) => ({ to, condition: `The visitor chooses “${label}”` })),
    next: block.next,
    nextCondition:
      rest.length > 0 ? `The visitor chooses one of: ${rest.join(', ')}` : 'The visitor answers something else',
  }
}

/** Cards with their pictures where each has one, otherwise buttons. */
function itemOf(block: TypebotBlock, choices: readonly Choice[]): Item {
  const button = (label: string) => ({ name: label, request: { type: 'text' as const, payload: label } })
  if (block.type === 'picture choice input' && choices.length <= MAX_CARDS) {
    const cards = Item.safeParse({
      type: 'carousel',
      cards: choices.map(({ item, label }) => {
        const text = string(get(item, 'description')).slice(0, 2000)
        return {
          title: label,
          imageUrl: string(get(item, 'pictureSrc')),
          ...(text === '' ? {} : { description: { text } }),
          buttons: [button(label)],
        }
      }),
    })
    if (cards.success) return cards.data
  }
  return { type: 'choice', buttons: choices.map(({ label }) => button(label)) }
}

function fileInput(block: TypebotBlock, before: PrecedingBubbles, flow: TypebotImport): FlowStep {
  const field = {
    name: variableOf(block, flow),
    label: 'File',
    type: 'file' as const,
    required: get(block.options, 'isRequired') !== false,
  }
  flow.notes.info(block.where, msg('import_file_limits'))
  return {
    id: block.id,
    node: nodeForBlock(block, { type: 'message', items: [...before.items.slice(-19), { type: 'input', field }] }),
    outgoing: [],
    next: block.next,
    nextCondition: 'The visitor has sent a file, or does not want to',
  }
}
