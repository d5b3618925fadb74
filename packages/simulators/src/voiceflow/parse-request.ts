/** Validates Dialog Manager calls as strictly as its documentation describes them. */

export type Fields = Record<string, unknown>
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface Action {
  readonly type: string
  readonly payload?: unknown
}
export interface Interaction {
  readonly action: Action
  readonly variables: Fields
  readonly excludeTypes: readonly string[]
}

/** The error that is sent instead of traces. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const CONFIG: Readonly<Record<string, (value: unknown) => boolean>> = {
  tts: (value) => typeof value === 'boolean',
  stripSSML: (value) => typeof value === 'boolean',
  stopAll: (value) => typeof value === 'boolean',
  stopTypes: isNames,
  excludeTypes: isNames,
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}

const bad = (message: string) => new Refusal(400, message)

/** @throws Refusal 400 for a body that is not `{ action, config?, state? }` in the documented shapes */
export function readInteraction(raw: string): Interaction {
  const body = parse(raw)
  if (!isObject(body)) throw bad('The body is no JSON object.')
  const unknown = Object.keys(body).find((key) => !['action', 'config', 'state'].includes(key))
  if (unknown !== undefined) throw bad(`The body holds the unknown field ${unknown.slice(0, 50)}.`)
  const { config = {}, state = { variables: {} } } = body
  if (!isObject(config)) throw bad('config is no object.')
  for (const [name, value] of Object.entries(config))
    if (!CONFIG[name]?.(value)) throw bad(`config.${name.slice(0, 50)} is not valid.`)
  if (!isObject(state) || !isObject(state['variables'])) throw bad('state.variables is no object.')
  const { excludeTypes } = config
  return {
    action: readAction(body['action']),
    variables: state['variables'],
    excludeTypes: isNames(excludeTypes) ? excludeTypes : ['block', 'debug', 'flow', 'log'],
  }
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    throw bad('The body is no JSON.')
  }
}

function readAction(action: unknown): Action {
  if (!isObject(action)) throw bad('action is no object.')
  const { type, payload, ...rest } = action
  if (Object.keys(rest).some((key) => key !== 'diagramID' && key !== 'time')) throw bad('action holds unknown fields.')
  if (typeof type !== 'string' || type === '') throw bad('action.type is needed.')
  if (type === 'text' && typeof payload !== 'string') throw bad('action.payload of a text is a string.')
  if (type === 'intent' && !(isObject(payload) && isObject(payload['intent'])))
    throw bad('action.payload names no intent.')
  if (type === 'event' && !(isObject(payload) && isObject(payload['event'])))
    throw bad('action.payload names no event.')
  return payload === undefined ? { type } : { type, payload }
}
