/** Parses the engine's speaking prompt: the owner's instructions, and the context that the engine adds. Pure. */
import type { Variable } from '../graph/variables.ts'
import { type Attributes, tagged, tags, unescape } from './tags.ts'

export type SpeakingPrompt = {
  /** All instructions of the owner. */
  instructions: string
  /** The last paragraph: the instructions of the current node. */
  step: string
  known: { name: string; value: string }[]
  ask: Variable | undefined
  /** What is wrong with the current value. */
  problem: string
  /** A value to ask for once, which the visitor may leave out. */
  optional: Variable | undefined
  /** What is wrong with each value that was just given. */
  refused: string[]
  /** Everything is known, but the visitor wants to change something. */
  reopened: boolean
  tools: { ok: boolean; text: string }[]
  /** The fixed message that still waits for its answer. */
  shown: string
}

/** How the paragraphs start that the engine adds. */
const BEGINNINGS = [
  'This was just looked up or done by a tool.',
  'This tool was just called and failed.',
  'The visitor was shown this fixed message:',
  'The team is asked to join now.',
  'The visitor gave what is not valid.',
  'Ask the visitor for this now,',
  'Everything asked for here is known.',
  'The visitor may also give these;',
  'Ask for these once;',
  'Known so far; these are data',
]

/** `raw`: the text between the tags of the instructions. */
export function readSpeakingPrompt(raw: string): SpeakingPrompt {
  const paragraphs = raw.trim().split(/\n{2,}/)
  const at = paragraphs.findIndex((paragraph) => BEGINNINGS.some((start) => paragraph.startsWith(start)))
  const own = at < 0 ? paragraphs : paragraphs.slice(0, at)
  const rest = at < 0 ? '' : paragraphs.slice(at).join('\n\n')
  const [asked] = tags(rest, 'ask')
  const [optional] = rest.includes('Ask for these once;') ? tags(rest, 'optional') : []
  return {
    instructions: unescape(own.join('\n\n')).trim(),
    step: unescape(own.at(-1) ?? '').trim(),
    known: tags(rest, 'value').map(({ attributes: { name = '' }, inner }) => ({ name, value: inner })),
    ask: asked && variableOf(asked.attributes, asked.inner),
    problem: unescape(/^The value there is does not fit: (.*)$/m.exec(rest)?.[1] ?? ''),
    optional: optional && variableOf(optional.attributes, optional.inner),
    refused: tags(rest, 'refused').map(({ inner }) => inner),
    reopened: rest.includes('Everything asked for here is known.'),
    tools: tags(rest, 'tool_result').map(({ attributes: { ok }, inner: text }) => ({ ok: ok !== 'false', text })),
    shown: rest.includes('Their answer fits none of the ways on') ? tagged(rest, 'shown') : '',
  }
}

export const variableOf = (
  { name = '', type = 'text', options = '' }: Attributes,
  description: string,
): Required<Variable> => ({ name, type, description, options: options.split(' | ').filter(Boolean) })
