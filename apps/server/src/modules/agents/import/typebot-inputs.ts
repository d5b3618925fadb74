// Inputs of Typebot: questions become collect nodes, buttons become messages whose edges say which one was pressed.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { Item } from '@parlance/contract/items/schemas'
import { msg } from '@parlance/i18n/messages'
import { clip, type Exit, type Place } from './flow.ts'
import { get, type JsonObject, number, record, records, string } from './json-document.ts'
import { ASK, type Before, nodeAt, type Spot, type Typebot } from './typebot-flow.ts'

type Asked = Pick<AgentNode['variables'][number], 'type' | 'description'> & { min?: number; max?: number }

const BUTTONS: ReadonlySet<string> = new Set(['choice input', 'picture choice input'])
const MAX_BUTTONS = 30
const MAX_CARDS = 10

export const isInput = (type: string): boolean => type.endsWith(' input')

export function inputPlace(spot: Spot, before: Before, flow: Typebot): Place {
  if (BUTTONS.has(spot.type) && get(spot.options, 'isMultipleChoice') !== true) return buttons(spot, before, flow)
  if (spot.type === 'file input') return fileInput(spot, before, flow)
  if (spot.type === 'payment input') {
    flow.notes.lost(spot.where, msg('import_payment'))
    const items = [...before.items]
    const node = items.length > 0 ? { node: nodeAt(spot, { type: 'message', items }) } : {}
    return { id: spot.id, ...node, exits: [], next: spot.next }
  }
  return question(spot, before, flow)
}

function question(spot: Spot, { wording }: Before, flow: Typebot): Place {
  const asked = askedOf(spot, flow)
  const name = variableOf(spot, flow)
  const collected: AgentNode['variables'][number] = { name, required: true, options: [], ...asked }
  flow.variables.declare({ name, type: asked.type })
  const words = clip(wording, 20_000, spot.where, flow.notes)
  const node = nodeAt(spot, {
    type: 'collect',
    instructions: words === '' ? `Ask for ${asked.description}.` : ASK + words,
    variables: [collected],
  })
  return { id: spot.id, node, exits: [], next: spot.next }
}

/** The variable that takes the answer; one is made where the block names none. */
function variableOf({ options, blockId, name }: Spot, flow: Typebot): string {
  const id = string(get(options, 'variableId'))
  const known = id === '' ? undefined : flow.words.variable(id)
  return known ?? flow.names.of(`answer|${blockId}`, name)
}

function askedOf(spot: Spot, flow: Typebot): Asked {
  const { options, type } = spot
  const labels = record(get(options, 'labels'))
  const placeholder = flow.words.fill(string(get(labels, 'placeholder')), spot.where).slice(0, 500)
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
      if (get(options, 'isRange') === true) flow.notes.lost(spot.where, msg('import_date_range'))
      if (get(options, 'hasTime') === true) flow.notes.lost(spot.where, msg('import_date_without_time'))
      if (get(options, 'min') || get(options, 'max')) flow.notes.lost(spot.where, msg('import_date_limits'))
      return { type: 'date', description: 'the date' }
    case 'rating input':
      return { type: 'number', description: 'a rating', ...range(1, number(get(options, 'length')) ?? 10) }
    case 'text input':
      return { type: 'text', description: `the answer to the question${hint}` }
    case 'choice input':
    case 'picture choice input':
      flow.notes.info(spot.where, msg('import_multiple_choice'))
      return { type: 'text', description: `one or more of: ${labelsOf(spot, flow).join(', ')}`.slice(0, 1000) }
    default:
      flow.notes.info(spot.where, msg('import_input_as_text'))
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

const choicesOf = (spot: Spot, flow: Typebot): Choice[] =>
  records(get(spot.block, 'items')).flatMap((item) => {
    const text = string(get(item, 'content')) || string(get(item, 'title'))
    const label = clip(flow.words.fill(text, spot.where).trim(), 200, spot.where, flow.notes)
    return label === '' ? [] : [{ item, label }]
  })
const labelsOf = (spot: Spot, flow: Typebot): string[] => choicesOf(spot, flow).map(({ label }) => label)

function buttons(spot: Spot, before: Before, flow: Typebot): Place {
  const all = choicesOf(spot, flow)
  if (get(spot.options, 'dynamicVariableId') || get(record(get(spot.options, 'dynamicItems')), 'isEnabled') === true) {
    flow.notes.lost(spot.where, msg('import_dynamic_buttons'))
    return question(spot, before, flow)
  }
  if (all.length === 0) return question(spot, before, flow)
  if (all.length > MAX_BUTTONS) flow.notes.lost(spot.where, msg('import_buttons_dropped', { max: MAX_BUTTONS }))
  if (all.some(({ item }) => get(record(get(item, 'displayCondition')), 'isEnabled') === true))
    flow.notes.lost(spot.where, msg('import_buttons_shown'))
  const choices = all.slice(0, MAX_BUTTONS)
  const name = flow.words.variable(string(get(spot.options, 'variableId')))
  const given = choices.map(({ label }) => label).join(', ')
  if (name) flow.variables.declare({ name, description: `The button the visitor chose: ${given}`.slice(0, 1000) })
  const led = choices.map(({ item, label }): Exit & { label: string } => ({
    label,
    to: flow.target(string(get(item, 'outgoingEdgeId')), spot.blockId, string(get(item, 'id'))),
  }))
  const own = led.filter(({ to }) => to !== undefined)
  const rest = led.filter(({ to }) => to === undefined).map(({ label }) => label)
  return {
    id: spot.id,
    node: nodeAt(spot, { type: 'message', items: [...before.items.slice(-19), itemOf(spot, choices)] }),
    exits: own.map(({ to, label }) => ({ to, condition: `The visitor chooses «${label}»` })),
    next: spot.next,
    nextCondition:
      rest.length > 0 ? `The visitor chooses one of: ${rest.join(', ')}` : 'The visitor answers something else',
  }
}

/** Cards with their pictures where each has one, otherwise buttons. */
function itemOf(spot: Spot, choices: readonly Choice[]): Item {
  const button = (label: string) => ({ name: label, request: { type: 'text' as const, payload: label } })
  if (spot.type === 'picture choice input' && choices.length <= MAX_CARDS) {
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

function fileInput(spot: Spot, before: Before, flow: Typebot): Place {
  const field = {
    name: variableOf(spot, flow),
    label: 'File',
    type: 'file' as const,
    required: get(spot.options, 'isRequired') !== false,
  }
  flow.notes.info(spot.where, msg('import_file_limits'))
  return {
    id: spot.id,
    node: nodeAt(spot, { type: 'message', items: [...before.items.slice(-19), { type: 'input', field }] }),
    exits: [],
    next: spot.next,
    nextCondition: 'The visitor has sent a file, or does not want to',
  }
}
