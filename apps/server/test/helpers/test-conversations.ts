// Test conversations of an owner with an agent's graph: one turn at a time, each with its trace.
import type { AgentPatch, TemplateId } from '@parlance/contract/agents/schemas'
import { AgentNode } from '@parlance/contract/agents/nodes'
import type { Values } from '@parlance/contract/agents/variables'
import type { Answer } from '@parlance/contract/conversations/answer'
import type { DebugOptions } from '@parlance/contract/conversations/schemas'
import type { EngineState, TraceEntry } from '@parlance/contract/engine/types'
import type { Submission } from '@parlance/contract/items/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { expect } from 'vitest'
import type { startTestServer } from './app.ts'
import type { Person, TestAgent } from './people.ts'
import { openStream } from './streams.ts'

export interface TurnTrace {
  readonly credits: number
  readonly trace: readonly TraceEntry[]
  readonly engine: EngineState | null
}
export interface Turn extends TurnTrace {
  readonly said: string
  readonly answer: Answer
  /** Nodes entered or stayed in, as `by node`. */
  readonly path: readonly string[]
  readonly values: Values
}
export interface Extra {
  readonly debug?: DebugOptions
  readonly submission?: Submission
}
interface Sending extends Extra {
  readonly text: string
  readonly conversationId?: string | undefined
  readonly visitorId?: string
  readonly bearer?: string | undefined
}

export function testConversationsOf(server: Awaited<ReturnType<typeof startTestServer>>, owner: Person) {
  const api = server.api(owner.region)

  const send = (agent: TestAgent, { text, submission, bearer, ...rest }: Sending) =>
    openStream(`${api}/v2/agents/${agent.id}/interact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
      body: JSON.stringify({ message: { id: randomId(16), text, submission }, ...rest }),
    })

  const traceOf = async (agent: TestAgent, turnId: string, bearer = owner.token) =>
    (await server.must<{ data: TurnTrace }>('GET', `${api}/v2/agents/${agent.id}/turns/${turnId}/trace`, bearer)).data

  /** A test conversation of the owner; each call is one turn with its trace. */
  const talk = (agent: TestAgent) => {
    let conversationId: string | undefined
    return async (text: string, { debug, submission }: Extra = {}): Promise<Turn> => {
      const stream = await send(agent, { text, conversationId, debug, submission, bearer: owner.token })
      expect({ text, refusal: stream.refusal }).toEqual({ text, refusal: undefined })
      const answer = await stream.rest()
      expect(answer.status).toBe('complete')
      conversationId = answer.metadata?.conversationId
      const turnTrace = await traceOf(agent, answer.metadata?.turnId ?? '')
      const path = turnTrace.trace.flatMap((entry) => (entry.type === 'node' ? [`${entry.by} ${entry.nodeId}`] : []))
      return { ...turnTrace, said: answer.text, answer, path, values: turnTrace.engine?.variables ?? {} }
    }
  }

  /** Creates the agent like the drawer does, but without a knowledge base. */
  async function fromTemplate(agentTemplate: TemplateId): Promise<TestAgent> {
    const made = await server.must<{ agentCreated: { ID: string; SECRET_API_KEY: string } }>(
      'POST',
      `${api}/rpc/convertAgentTemplateToAgent`,
      owner.token,
      { agentName: 'Ada', agentTemplate, workspaceId: owner.workspace.uid },
    )
    const { ID: id, SECRET_API_KEY: secret } = made.agentCreated
    await server.must('POST', `${api}/v2/agents/${id}`, owner.token, { vg_kbEnabled: false })
    return { region: owner.region, id, secret, owner }
  }

  /** An agent with these nodes; missing fields have the schema's defaults. */
  const withNodes = (nodes: readonly object[], config: AgentPatch = {}) =>
    server.makeAgent(owner, { enableNodes: true, nodes: nodes.map((node) => AgentNode.parse(node)), ...config })

  return { send, traceOf, talk, fromTemplate, withNodes }
}
