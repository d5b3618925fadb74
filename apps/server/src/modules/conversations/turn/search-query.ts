// What is searched for: the visitor's words, or the question that they ask with the conversation before them.
import { REWRITE_SCHEMA, readRewrite, rewritePrompt, standsAlone } from './query-rewriting.ts'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { askSmall } from './auxiliary-model-call.ts'
import type { Talk } from './turn-context.ts'

/** A question that is not put into words of its own by then is searched as it is. */
const REWRITE_MS = 4000

/** Asked once in a turn, however many nodes speak. */
export async function questionFor(talk: Talk, node: AgentNode): Promise<string> {
  const { agent, request } = talk.accepted
  const text = request.words ?? request.text
  const history = await talk.history
  const isSmart = node.kb?.smartSearch ?? agent.effective.kb.smartSearch
  if (!isSmart || standsAlone(text, history)) return text
  talk.question ??= askSmall(talk, {
    ...rewritePrompt(text, history),
    json: { name: 'question', schema: REWRITE_SCHEMA },
    model: node.routerLlmConfig?.model ?? node.llmConfig?.model,
    ms: REWRITE_MS,
  }).then((answer) => (answer === undefined ? undefined : readRewrite(answer)) ?? text)
  return talk.question
}
