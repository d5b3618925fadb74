// Implementation of the MCP tools: calls of the API on behalf of the caller.
import type { Agent, AgentConfig } from '@parlance/contract/agents/schemas'
import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import type { AgentTest, TestRun } from '@parlance/contract/evaluations/schemas'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { Document, DocumentSummary, Passage } from '@parlance/contract/knowledge/schemas'
import * as results from './results.ts'
import { apiNames, PLAIN_NAMES, type McpInput, type McpOutput, type McpToolName } from '@parlance/contract/mcp/tools'

/** Calls an operation of the contract by name; throws its error as an AppError. */
export type CallOperation = <T>(op: string, input: Readonly<Record<string, unknown>>) => Promise<T>

type Tools = {
  readonly [N in McpToolName]: (ask: CallOperation, input: McpInput<N>, uid: string) => Promise<McpOutput<N>>
}
interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}
interface AgentDetails {
  readonly data: Agent
  readonly version: number
  readonly draft: { readonly config: AgentConfig; readonly version: number } | null
}

const agentTools = {
  async list_agents(ask, input, uid) {
    type Listed = Pick<Agent, 'ID' | 'title' | 'description' | 'lastModified'> & { hasUnpublishedDraft: boolean }
    const { items, nextCursor } = await ask<Page<Listed>>('agents.list', { uid, ...input })
    return {
      agents: items.map(({ ID, title, description, hasUnpublishedDraft, lastModified }) => ({
        agentId: ID,
        title,
        description,
        hasUnpublishedDraft,
        modifiedAt: new Date(lastModified * 1000).toISOString(),
      })),
      nextCursor,
    }
  },
  async get_agent(ask, { agentId }) {
    const { data, version, draft } = await ask<AgentDetails>('agents.get', { agentId })
    const newest = draft?.config ?? data
    return {
      agentId,
      version,
      published: results.settingsOf(data),
      draft: draft ? results.settingsOf(draft.config) : null,
      nodes: newest.nodes.length,
      tools: newest.tools.length + newest.functionsIds.length + newest.mcpServers.length,
    }
  },
  async create_agent(ask, { title, template, lang }, uid) {
    const input = { agentName: title, agentTemplate: template, workspaceId: uid, lang }
    const { agentCreated } = await ask<{ agentCreated: Agent }>('agents.convertAgentTemplateToAgent', input)
    return { agentId: agentCreated.ID, title: agentCreated.title }
  },
  async edit_agent(ask, { agentId, settings: given }) {
    const { settings, twice } = apiNames(given)
    const [name] = twice
    if (name) throw new AppError('INVALID_INPUT', untranslated(`Give ${name} or ${PLAIN_NAMES[name]}, not both.`))
    const { draft } = await ask<Pick<AgentDetails, 'draft'>>('agents.saveDraft', { agentId, ...settings })
    return {
      agentId,
      hasUnpublishedDraft: draft !== null,
      draft: draft && results.settingsOf(draft.config),
      doubts: results.settingsWarnings(settings),
    }
  },
  async publish_agent(ask, { agentId }) {
    const { version, draft } = await ask<AgentDetails>('agents.get', { agentId })
    if (!draft) return { agentId, version, published: false }
    // With the version that was read, so that a concurrent change is not published unseen.
    const input = { agentId, ...draft.config, version: draft.version }
    const saved = await ask<{ version: number }>('agents.save', input)
    return { agentId, version: saved.version, published: true }
  },
  async talk_to_agent(ask, { agentId, message, conversationId, visitorId, draft }) {
    const stream = await ask<string>('conversations.interact', {
      agentId,
      message: { id: randomId(24), text: message },
      ...(conversationId === undefined ? {} : { conversationId }),
      ...(visitorId === undefined ? {} : { visitorId }),
      ...(draft ? { draft } : {}),
    })
    return results.answerOf(stream)
  },
} satisfies Partial<Tools>

const knowledgeTools = {
  async add_knowledge(ask, { agentId, text, urls, pairs, tags }) {
    if ([text, urls, pairs].filter((given) => given !== undefined).length !== 1)
      throw new AppError('INVALID_INPUT', untranslated('Give exactly one of text, urls and pairs.'))
    if (text) {
      const { data } = await ask<{ data: Document }>('knowledge.create', { agentId, ...text, tags })
      return { documents: [results.documentOf(data)], refused: [] }
    }
    const { items, refused = [] } = urls
      ? await ask<AddResult>('knowledge.addUrls', { agentId, urls, tags })
      : await ask<AddResult>('knowledge.addQa', { agentId, pairs, tags })
    return { documents: items.map(results.documentOf), refused: [...refused] }
  },
  async list_knowledge(ask, input) {
    const { items, nextCursor } = await ask<Page<DocumentSummary>>('knowledge.list', input)
    return { documents: items.map(results.documentOf), nextCursor }
  },
  async search_knowledge(ask, input) {
    const { items } = await ask<{ items: readonly Passage[] }>('knowledge.search', input)
    return { passages: items.map(results.passageOf) }
  },
} satisfies Partial<Tools>
interface AddResult {
  readonly items: readonly DocumentSummary[]
  readonly refused?: readonly { readonly url: string; readonly reason: string }[]
}

const conversationTools = {
  async list_conversations(ask, { agentId, ...page }, uid) {
    const { items, nextCursor } = await (agentId === undefined
      ? ask<Page<Conversation>>('conversations.listWorkspace', { uid, ...page })
      : ask<Page<Conversation>>('conversations.list', { agentId, ...page }))
    return { conversations: items.map(results.conversationOf), nextCursor }
  },
  async read_conversation(ask, input) {
    type Transcript = { conversation: Conversation; messages: readonly Message[]; before: number | null }
    const { conversation, messages, before } = await ask<Transcript>('conversations.get', input)
    return { conversation: results.conversationOf(conversation), messages: messages.map(results.messageOf), before }
  },
} satisfies Partial<Tools>

const testTools = {
  async list_tests(ask, input) {
    const { items } = await ask<{ items: readonly AgentTest[] }>('evaluations.list', input)
    return { tests: items.map(results.testOf) }
  },
  async run_tests(ask, input) {
    return results.runOf((await ask<{ data: TestRun }>('evaluations.run', input)).data)
  },
  async get_run(ask, input) {
    const { data } = await ask<{ data: TestRun }>('evaluations.getRun', input)
    return { ...results.runOf(data), results: results.resultsOf(data) }
  },
} satisfies Partial<Tools>

export const TOOLS: Tools = { ...agentTools, ...knowledgeTools, ...conversationTools, ...testTools }
