/** Decides whether the sandbox model transfers a phone call, and to which person. Pure and deterministic. */
import { wantsHuman, wantsToReach } from '../language/intents.ts'
import { isStopWord, words } from '../language/words.ts'
import type { Prompt } from '../prompts/prompt.ts'
import type { Called, Tool } from '../protocol/types.ts'
import { calling } from './choose-tool.ts'

export const TRANSFER_CALL = 'transfer_call'

const peopleOf = ({ function: { name, parameters } }: Tool): string[] =>
  name === TRANSFER_CALL && parameters?.properties?.['about']
    ? (parameters.properties['to']?.enum ?? []).map(String)
    : []

/** Whether it is the product's own tool; an agent may have one of that name. */
export const isTransfer = (tool: Tool): boolean => peopleOf(tool).length > 0

/** Passes the call on when the caller asks for a person, or for one by name; to the first where none is named. */
export function chooseTransfer({ question, earlier }: Prompt, tools: readonly Tool[]): Called | undefined {
  const people = tools.flatMap(peopleOf)
  const said = new Set(words(question))
  const named = people.find((name) => {
    const own = words(name).filter((word) => !isStopWord(word))
    return own.length > 0 && own.every((word) => said.has(word))
  })
  const to =
    named !== undefined && wantsToReach(question) ? named : wantsHuman(question) ? (named ?? people[0]) : undefined
  if (to === undefined) return undefined
  // The person hears what the caller said first.
  const about = [...earlier.slice(0, 1), question].join(' ').slice(0, 400)
  return calling(TRANSFER_CALL, { to, about })
}
