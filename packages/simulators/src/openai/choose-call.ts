/** Decides whether the sandbox model calls something instead of, or after, speaking. Pure and deterministic. */
import { followDirections } from './follow-directions.ts'
import { contactSentence } from './passage-answers.ts'
import type { Language } from './language.ts'
import type { Prompt } from './prompt.ts'
import { readPrompt } from './prompt.ts'
import { REPLIES } from './replies.ts'
import { isEmergency, isGoodbye, wantsHuman } from './small-talk.ts'
import { lacksFactReply, languageOf } from './answer.ts'
import { chooseTool, missingArguments } from './tools.ts'
import type { ChatMessage, Reply, Tool, ToolChoice } from './types.ts'
import { chooseItems } from './choose-items.ts'
import { isQuestion } from './values.ts'
import { questionFor } from './variables.ts'
import { normalize } from './words.ts'

/** The model's tool calls, possibly with text; `undefined` for a text answer. Only if it is certain. */
export function chooseCall(
  messages: readonly ChatMessage[],
  tools: readonly Tool[],
  choice: ToolChoice = 'auto',
): Reply | undefined {
  if (tools.length === 0 || choice === 'none') return undefined
  if (choice !== 'auto') {
    const forced = chooseTool(messages, tools, choice)
    return forced && { toolCalls: [forced] }
  }
  // After an answer to its calls the model speaks.
  if (messages.at(-1)?.role !== 'user') return undefined
  const prompt = readPrompt(messages)
  if (isEmergency(prompt.question, prompt.instructions)) return undefined
  const language = languageOf(prompt)
  const offered = new Map(tools.map((tool) => [tool.function.name, tool]))
  return (
    closing(prompt, offered, language) ?? own(messages, prompt, tools, language) ?? system(prompt, offered, language)
  )
}

type Offered = ReadonlyMap<string, Tool>
const calling = (name: string, args: object): { name: string; arguments: string } => ({
  name,
  arguments: JSON.stringify(args),
})

function closing(prompt: Prompt, offered: Offered, language: Language): Reply | undefined {
  const { question } = prompt
  const say = REPLIES[language]
  const handOff = offered.get('hand_off')?.function
  // The website says by itself that people are asked, and its tool says so.
  const isQuiet = handOff?.description?.includes('Write nothing') ?? false
  if (handOff && wantsHuman(question))
    return {
      text: isQuiet ? '' : say.toTeam,
      toolCalls: [calling('hand_off', { reason: 'The visitor asks for a person.' })],
    }
  if (!offered.has('end_chat') || !isGoodbye(question)) return undefined
  return { text: say.bye, toolCalls: [calling('end_chat', { reason: 'The visitor has said goodbye.' })] }
}

/** A tool of the agent, or the question for what it still needs. */
function own(
  messages: readonly ChatMessage[],
  prompt: Prompt,
  tools: readonly Tool[],
  language: Language,
): Reply | undefined {
  if (wantsHuman(prompt.question) && contactSentence(prompt)) return undefined
  const made = chooseTool(messages, tools, 'auto')
  if (made) return { toolCalls: [made] }
  if (prompt.moment.ask || (isQuestion(prompt.question) && !lacksFactReply(prompt))) return undefined
  const missing = missingArguments(messages, tools)
  return missing && { text: questionFor(missing, language) }
}

function system(prompt: Prompt, offered: Offered, language: Language): Reply | undefined {
  const set = offered.get('set_variable')
  const kept = set && toKeep(prompt, set)
  if (kept) return { toolCalls: [calling('set_variable', kept)] }
  const ui = offered.has('send_ui') ? chooseItems(prompt, followDirections(prompt, language), language) : undefined
  if (ui) return { ...(ui.text ? { text: ui.text } : {}), toolCalls: [calling('send_ui', { items: ui.items })] }
  if (!offered.has('search_knowledge') || !lacksFactReply(prompt)) return undefined
  return { toolCalls: [calling('search_knowledge', { query: prompt.question.trim().slice(0, 500) })] }
}

const KEEP = /^(?:please )?(?:remember|note|save|keep in mind|write down|merk\w* dir|notier\w*)\b/

/** «Remember that my size is 42»: a value by the name of its variable, where that is asked for plainly. */
function toKeep({ question }: Prompt, tool: Tool): { name: string; value: string } | undefined {
  if (!KEEP.test(normalize(question).trim())) return undefined
  const names = tool.function.parameters?.properties?.['name']?.enum ?? []
  for (const name of names) {
    const spoken = String(name).replaceAll('_', ' ')
    const value = new RegExp(`\\b${spoken} (?:is|are|=|:|ist) (.{1,200})$`, 'iu').exec(question)?.[1]
    if (value) return { name: String(name), value: value.replace(/[.!]+$/, '').trim() }
  }
  return undefined
}
