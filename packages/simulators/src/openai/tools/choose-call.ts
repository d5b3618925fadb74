/** Decides whether the sandbox model calls a tool instead of, or after, its text. */
import { lacksFactReply, languageOf } from '../answers/answer.ts'
import { contactSentence } from '../answers/passage-answers.ts'
import { followDirections } from '../graph/follow-directions.ts'
import { questionFor } from '../graph/variables.ts'
import { isGoodbye, isQuestion, wantsHuman } from '../language/intents.ts'
import type { Language } from '../language/language.ts'
import { REPLIES } from '../language/replies.ts'
import { type Prompt, readPrompt } from '../prompts/prompt.ts'
import type { ChatMessage, Reply, Tool, ToolChoice } from '../protocol/types.ts'
import { chooseButtons } from './choose-buttons.ts'
import { calling, chooseTool, missingArgument } from './choose-tool.ts'
import { chooseTransfer, isTransfer } from './choose-transfer.ts'

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
  // After tool results the model speaks.
  if (messages.at(-1)?.role !== 'user') return undefined
  const prompt = readPrompt(messages)
  const language = languageOf(prompt)
  const offered = new Map(tools.map((tool) => [tool.function.name, tool]))
  const transfer = chooseTransfer(prompt, tools)
  if (transfer) return { toolCalls: [transfer] }
  const others = tools.filter((tool) => !isTransfer(tool))
  return (
    closing(prompt, offered, language) ?? own(messages, prompt, others, language) ?? helping(prompt, offered, language)
  )
}

type Offered = ReadonlyMap<string, Tool>

function closing({ question }: Prompt, offered: Offered, language: Language): Reply | undefined {
  const say = REPLIES[language]
  const handOff = offered.get('hand_off')?.function
  // The website itself shows that people are asked, and the tool's description says so.
  const isQuiet = handOff?.description?.includes('Write nothing') ?? false
  if (handOff && wantsHuman(question))
    return {
      text: isQuiet ? '' : say.toTeam,
      toolCalls: [calling('hand_off', { reason: 'The visitor asks for a person.' })],
    }
  if (!offered.has('end_chat') || !isGoodbye(question)) return undefined
  return { text: say.bye, toolCalls: [calling('end_chat', { reason: 'The visitor has said goodbye.' })] }
}

/** A tool of the agent, or the question for a missing argument. */
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
  const missing = missingArgument(messages, tools)
  return missing && { text: questionFor(missing, language) }
}

/** Buttons that the directions ask for, or a search for a missing fact. */
function helping(prompt: Prompt, offered: Offered, language: Language): Reply | undefined {
  const doing = followDirections(prompt, language)
  const buttons = offered.has('send_ui') ? chooseButtons(prompt, doing.question, language) : undefined
  if (buttons) return { text: doing.statements.join(' '), toolCalls: [calling('send_ui', { items: [buttons] })] }
  if (!offered.has('search_knowledge') || !lacksFactReply(prompt)) return undefined
  return { toolCalls: [calling('search_knowledge', { query: prompt.question.trim().slice(0, 500) })] }
}
