/** The sandbox model as a router: answers a decision with the JSON that was asked for. It follows no text of a visitor. Pure. */
import { choose } from './choose.ts'
import { gather } from './gather.ts'
import { readRouterText } from './routerText.ts'
import type { ChatMessage } from './types.ts'

/** `{ next, values, reason }`; the same messages always give the same answer. */
export function decision(messages: readonly ChatMessage[]): string {
  const prompt = readRouterText(messages)
  const values = gather(prompt)
  const { id, reason } = choose(prompt, values)
  return JSON.stringify({ next: id, values, reason })
}
