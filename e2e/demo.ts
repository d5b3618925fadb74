// An owner with sample agents, documents and conversations, some of them long.
import { setTimeout as pause } from 'node:timers/promises'
import { call, type Owner, type Stage } from './harness.ts'

export interface Demo {
  readonly owner: Owner
  readonly agentId: string
  /** An agent with several steps. */
  readonly manySteps: string
  readonly conversationId: string
  readonly docId: string
}

const TITLES = ['Opening hours and visits', 'Shipping and returns', 'Warranty, repair, spare parts and everything else']
const TEXT = `# Shipping\n\nOrders ship within two working days. Delivery inside the European Union takes three to five working days.\n\n# Returns\n\nYou can return any lamp within 30 days for a full refund, as long as it is unused.`

export async function makeDemo(stage: Stage): Promise<Demo> {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lumen helper', { description: 'Answers for the lamp workshop by the harbour.' })
  const convert = { agentName: 'Appointments of a practice with a rather long name', agentTemplate: 'make-appointment' }
  const made = await call<{ agentCreated: { ID: string } }>(
    `${owner.api}/rpc/convertAgentTemplateToAgent`,
    owner.token,
    { ...convert, workspaceId: owner.uid },
  )
  const docs = await Promise.all(TITLES.map((title) => owner.teach(agentId, title, TEXT)))
  const first = await say(
    owner,
    agentId,
    'How many days do I have to return a lamp that I bought in your shop last week?',
  )
  await say(owner, agentId, 'And how long does delivery take?', first)
  await say(owner, agentId, 'Hello')
  const listed = await owner.get<{ items: { id: string; messageCount: number }[] }>(
    `/v2/agents/${agentId}/conversations`,
  )
  const conversationId = listed.items.find((item) => item.messageCount === 4)?.id ?? ''
  const docId = (docs[1] as { data: { ID: string } }).data.ID
  return { owner, agentId, manySteps: made.agentCreated.ID, conversationId, docId }
}

/** Crawls some pages of the site into a new agent; returns the job's id when it has ended. */
export async function crawl({ owner }: Demo, site: { readonly url: string }): Promise<string> {
  const agentId = await owner.agent('Shop helper')
  const jobs = `${owner.api}/v2/workspaces/${owner.uid}/crawls`
  const settings = { name: 'The shop and all its pages', kind: 'site', startUrls: [site.url], agentIds: [agentId] }
  const bounds = { maxDepth: 1, maxPages: 5, stayOnDomain: true, refresh: '24h', include: [], exclude: ['/docs/*'] }
  const { data } = await call<{ data: { id: string } }>(jobs, owner.token, { ...settings, ...bounds, tags: ['shop'] })
  const ended = async () => {
    const found = await call<{ data: { status: string } }>(`${jobs}/${data.id}`, owner.token)
    return found.data.status
  }
  while ((await ended()) !== 'completed') await pause(250)
  return data.id
}

/** Sends a message as a visitor, waits for the whole answer, and returns the visitor and the conversation. */
async function say(owner: Owner, agentId: string, text: string, before?: Spoken): Promise<Spoken> {
  const response = await fetch(`${owner.api}/v2/agents/${agentId}/interact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...before, message: { id: crypto.randomUUID(), text } }),
  })
  const stream = await response.text()
  const start = /"messageMetadata":(\{[^}]*\})/.exec(stream)?.[1]
  if (!start) throw new Error(`No answer came: ${stream}`)
  const { conversationId, visitorId } = JSON.parse(start) as Spoken
  return { conversationId, visitorId }
}

interface Spoken {
  readonly conversationId: string
  readonly visitorId: string
}
