import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import type { startTestServer } from './app.ts'
import { call, type TestAgent } from './people.ts'

export interface Chat {
  readonly agent: TestAgent
  readonly visitorId: string
  readonly conversationId: string
}
export type Answer = { data: Conversation; code?: string; message?: string }

export function chatsOf(server: Awaited<ReturnType<typeof startTestServer>>) {
  const baseOf = (agent: TestAgent) => `${server.api(agent.region)}/v2/agents/${agent.id}`
  const pathOf = ({ agent, conversationId }: Chat) => `${baseOf(agent)}/conversations/${conversationId}`

  async function chat(agent: TestAgent, visitorId = newVisitorId(), text = 'When do you open?'): Promise<Chat> {
    const { answer } = await server.turn(agent, { visitorId, text })
    return { agent, visitorId, conversationId: answer.metadata?.conversationId ?? '' }
  }
  const post = (at: Chat, path: string, body: object = {}, bearer = at.visitorId) =>
    call<Answer>('POST', `${pathOf(at)}/${path}`, { bearer, body })
  /** Asks for a human; starts a conversation when there is none. */
  const requestHandoff = (agent: TestAgent, bearer: string, conversationId?: string) =>
    call<Answer>('POST', `${baseOf(agent)}/handoff`, { bearer, body: { conversationId } })

  return {
    baseOf,
    pathOf,
    chat,
    post,
    requestHandoff,
    handOff: (at: Chat) => requestHandoff(at.agent, at.visitorId, at.conversationId),
    read: (at: Chat, bearer = at.visitorId) =>
      server.must<{ conversation: Conversation; messages: Message[] }>('GET', pathOf(at), bearer),
    say: (at: Chat, text: string, id = randomId(16)) =>
      server.turn(at.agent, { visitorId: at.visitorId, conversationId: at.conversationId, text, id }),
    /** The responses to requests without access: another visitor, another tenant, another agent, an unknown id. */
    async closedWays(at: Chat, theirs: TestAgent, path: string, body: object) {
      const elsewhere = { ...at, agent: theirs }
      const tries = [
        post(at, path, body, newVisitorId()),
        post(at, path, body, theirs.secret),
        post(elsewhere, path, body),
        post(elsewhere, path, body, theirs.secret),
        post({ ...at, conversationId: randomId(24) }, path, body),
      ]
      return (await Promise.all(tries)).map(({ status }) => status)
    },
  }
}
