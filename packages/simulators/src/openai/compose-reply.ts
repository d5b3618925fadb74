/** Composes the sandbox model's reply: it continues a conversation or does the task of its prompt. */
import { answerMessages } from './answers/answer.ts'
import { routerAnswer } from './graph/choose-node.ts'
import { taskOf } from './prompts/prompt.ts'
import type { ChatMessage, ChatRequest, Reply } from './protocol/types.ts'
import { verdict } from './tasks/judge.ts'
import { measure } from './tasks/measure.ts'
import { rerank, rewrite } from './tasks/search-prompts.ts'
import { chooseCall } from './tools/choose-call.ts'
import { emptyValue } from './tools/choose-tool.ts'

const TASKS: Readonly<Record<string, (messages: readonly ChatMessage[]) => string>> = {
  router: routerAnswer,
  judge: verdict,
  measure,
  rewrite,
  rerank,
}

/** Text, tool calls, or both; deterministic. */
export function composeReply({
  messages,
  tools = [],
  tool_choice: choice,
  response_format: format,
}: Pick<ChatRequest, 'messages' | 'tools' | 'tool_choice' | 'response_format'>): Reply {
  const task = TASKS[taskOf(messages) ?? '']
  if (task) return { text: task(messages) }
  const called = chooseCall(messages, tools, choice)
  if (called) return called
  const text = answerMessages(messages)
  if (format?.type === 'json_schema')
    return { text: JSON.stringify(emptyValue(format.json_schema?.schema ?? {}, text)) }
  return { text: format?.type === 'json_object' ? JSON.stringify({ answer: text }) : text }
}
