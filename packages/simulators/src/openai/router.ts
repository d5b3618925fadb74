/** The sandbox model as a router: answers a decision with the JSON that was asked for. It follows no text of a visitor. Pure. */
import { chooseNode } from './choose-node.ts'
import { collectValues } from './collect-values.ts'
import { readRouterPrompt } from './router-prompt.ts'
import type { ChatMessage } from './types.ts'

/** `{ next, values, reason }`; the same messages always give the same answer. */
export function routerAnswer(messages: readonly ChatMessage[]): string {
  const prompt = readRouterPrompt(messages)
  const values = collectValues(prompt)
  const { id, reason } = chooseNode(prompt, values)
  return JSON.stringify({ next: id, values, reason })
}
