import type { AgentPatch } from '@parlance/contract/agents/schemas'
import type { Attachment } from '@parlance/contract/conversations/attachments'
import type { Message } from '@parlance/contract/conversations/schemas'
import type { TraceEntry } from '@parlance/contract/engine/types'
import { wav } from '../../src/lib/media/audio.testing.ts'
import { randomId } from '@parlance/contract/lib/ids'
import { expect } from 'vitest'
import type { startTestServer } from './app.ts'
import { PIXEL } from './operations.ts'
import type { Names } from './operation-names.ts'
import { call, type Person, type TestAgent } from './people.ts'
import { openStream } from './streams.ts'

export const OPEN: AgentPatch = { allowAttachments: true, allowVoiceNotes: true }
export type Answer<T> = { data: T; code: string; message: string }
export interface Sent {
  readonly text?: string
  readonly attachments?: readonly string[]
  readonly conversationId?: string | undefined
  readonly id?: string
}
export async function makeAttachment(
  { must, api }: Pick<Awaited<ReturnType<typeof startTestServer>>, 'must' | 'api'>,
  { region }: Pick<Person, 'region'>,
  { agentId, visitor }: { readonly agentId: string; readonly visitor: string },
): Promise<Pick<Names, 'attachmentId'>> {
  const body = { filename: 'note.wav', base64Payload: Buffer.from(wav(1)).toString('base64') }
  const path = `${api(region)}/v2/agents/${agentId}/attachments`
  const { data } = await must<{ data: { id: string } }>('POST', path, visitor, body)
  return { attachmentId: data.id }
}

type Part = { type: string; text?: string; image_url?: { url: string } }
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')

export function attachmentsOf(server: Awaited<ReturnType<typeof startTestServer>>) {
  const baseOf = ({ region, id }: TestAgent) => `${server.api(region)}/v2/agents/${id}`
  const upload = (agent: TestAgent, visitor: string, filename: string, content: string | Uint8Array) =>
    call<Answer<Attachment>>('POST', `${baseOf(agent)}/attachments`, {
      bearer: visitor,
      body: { filename, base64Payload: content === PIXEL ? PIXEL : base64(content) },
    })
  return {
    baseOf,
    upload,
    async uploaded(agent: TestAgent, visitor: string, filename: string, content: string | Uint8Array) {
      const { status, body } = await upload(agent, visitor, filename, content)
      expect([status, body.code]).toEqual([200, undefined])
      return body.data
    },
    /** Sends a visitor's message and reads the answer to its end. */
    async told(agent: TestAgent, visitorId: string, { id = randomId(16), text = '', conversationId, ...rest }: Sent) {
      const stream = await openStream(`${baseOf(agent)}/interact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ visitorId, conversationId, message: { id, text, ...rest } }),
      })
      const answer = await stream.rest()
      return { ...answer.metadata, status: stream.status, refusal: stream.refusal, answer }
    },
    /** The address without its signature. */
    unsignedUrl: (url: string): string => url.split('?')[0] ?? '',
    get: (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers }),
    async messagesOf(agent: TestAgent, conversationId = '') {
      const path = `${baseOf(agent)}/conversations/${conversationId}`
      return (await server.must<{ messages: Message[] }>('GET', path, agent.owner.token)).messages
    },
    async traceOf(agent: TestAgent, turnId = '') {
      const path = `${baseOf(agent)}/turns/${turnId}/trace`
      return (await server.must<{ data: { trace: TraceEntry[] } }>('GET', path, agent.owner.token)).data.trace
    },
    /** The latest request to the model. */
    lastCall() {
      const { requests } = server.model.control
      const { body } = requests.findLast(({ path }) => path.endsWith('/chat/completions')) ?? {}
      const { messages } = body as { messages: { role: string; content: string | Part[] }[] }
      const user = messages.findLast(({ role }) => role === 'user')?.content
      return { system: String(messages[0]?.content), user }
    },
  }
}
