// Converts API responses to MCP results: relevant fields only, no secrets, texts of limited length.
import type { z } from 'zod'
import type { Agent, AgentConfig } from '@parlance/contract/agents/schemas'
import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import { KNOWN_MODELS, priceOf, UNKNOWN_MODEL } from '../billing/index.ts'
import type { AgentTest, Expectation, TestRun } from '@parlance/contract/evaluations/schemas'
import { type Item } from '@parlance/contract/items/schemas'
import { itemText, plainText } from '@parlance/contract/items/plain'
import { cut } from '@parlance/contract/lib/text'
import type { Document, DocumentSummary, Passage } from '@parlance/contract/knowledge/schemas'
import { LANGUAGES } from '@parlance/contract/platform/languages'
import { providerOf } from '@parlance/contract/workspaces/provider-of'
import { type McpOutput, type Settings, SETTINGS } from '@parlance/contract/mcp/tools'

/** Characters of one message, passage or answer. */
const MAX_TEXT = 4000

export const settingsOf = (config: Agent | AgentConfig): Settings =>
  Object.fromEntries(
    Object.keys(SETTINGS).flatMap((key) => {
      const value = config[key as keyof typeof SETTINGS]
      return value === undefined ? [] : [[key, value]]
    }),
  )

const isModelKnown = (model: string): boolean => {
  const { provider, name } = providerOf(model)
  return provider === 'openai-compatible' || KNOWN_MODELS[provider].includes(name) || priceOf(name) !== UNKNOWN_MODEL
}

/** Warnings about unknown values. These are accepted, because providers release models before we list them. */
export function settingsWarnings({ lang, vg_defaultModel: model }: Settings): string[] {
  return [
    ...(!lang ||
    lang === 'auto' ||
    (/^[a-z]{2}(-|$)/.test(lang) && LANGUAGES.some(({ language }) => lang.startsWith(language)))
      ? []
      : [`The language "${lang}" is not among those known here, which go by codes such as en or pt.`]),
    ...(!model || isModelKnown(model)
      ? []
      : [`The model "${model}" is not among those known here: ${Object.values(KNOWN_MODELS).flat().join(', ')}.`]),
  ]
}

export const documentOf = (doc: DocumentSummary | Document): McpOutput<'add_knowledge'>['documents'][number] => ({
  docId: doc.ID,
  name: doc.name,
  status: doc.status,
  sourceType: doc.sourceType,
  sourceUrl: doc.sourceUrl,
  characters: 'size' in doc ? doc.size : doc.content.length,
  reason: doc.reason,
})

export const passageOf = ({ docId, title, text, score }: Passage) => ({
  docId,
  title,
  text: cut(text, MAX_TEXT),
  score,
})

export const conversationOf = (talk: Conversation): McpOutput<'read_conversation'>['conversation'] => ({
  conversationId: talk.id,
  agentId: talk.agentId,
  channel: talk.channel,
  state: talk.state,
  visitor: talk.visitor,
  title: talk.title,
  messages: talk.messageCount,
  startedAt: talk.startedAt,
  lastMessageAt: talk.lastMessageAt,
})

export const messageOf = ({ seq, from, items, at, sources }: Message) => ({
  seq,
  from,
  text: cut(plainText(items as Item[]), MAX_TEXT),
  at,
  sources: [...new Set(sources.map(({ title }) => title))],
})

type Listed = z.infer<typeof AgentTest> & { draftPassed?: boolean | undefined; publishedPassed?: boolean | undefined }
export const testOf = ({ id, name, protected: isProtected, steps, draftPassed, publishedPassed }: Listed) => ({
  testId: id,
  name,
  protected: isProtected,
  steps: steps.length,
  ...(draftPassed === undefined ? {} : { draftPassed }),
  ...(publishedPassed === undefined ? {} : { publishedPassed }),
})

export const runOf = ({ id, status, copy, total, done, passed, credits }: TestRun): McpOutput<'run_tests'> => ({
  runId: id,
  status,
  copy,
  total,
  done,
  passed,
  credits,
})

export const resultsOf = ({ results }: TestRun): McpOutput<'get_run'>['results'] =>
  results.map(({ testId, name, passed, error, steps }) => ({
    testId,
    name,
    passed,
    error,
    failures: steps.flatMap(({ message, answer, expectations }) =>
      expectations
        .filter((one) => !one.passed)
        .map(({ expectation, detail }) => ({
          message: cut(message, MAX_TEXT),
          answer: cut(answer, MAX_TEXT),
          expected: expectationText(expectation),
          found: cut(detail, MAX_TEXT),
        })),
    ),
  }))

function expectationText(expectation: Expectation): string {
  switch (expectation.type) {
    case 'contains':
      return `contains “${expectation.text}”`
    case 'notContains':
      return `does not contain “${expectation.text}”`
    case 'reachesNode':
      return `reaches the node ${expectation.nodeId}`
    case 'callsTool':
      return `calls the tool ${expectation.tool}`
    case 'variable':
      return `sets ${expectation.name} to “${expectation.value}”`
    case 'judge':
      return expectation.criterion
  }
}

/** Reads text, conversation and price of an answer from its event stream. */
export function answerOf(stream: string): McpOutput<'talk_to_agent'> {
  let answer = ''
  let failure = ''
  let metadata: Partial<{ conversationId: string; visitorId: string; credits: number; status: string }> = {}
  for (const line of stream.split('\n')) {
    if (!line.startsWith('data: {')) continue
    const part = JSON.parse(line.slice('data: '.length)) as {
      type: string
      delta?: string
      data?: Item
      errorText?: string
      messageMetadata?: typeof metadata
    }
    if (part.type === 'text-delta') answer += part.delta ?? ''
    if (part.type === 'text-start' && answer !== '') answer += '\n\n'
    if (part.type === 'data-item' && part.data) answer += `${answer === '' ? '' : '\n\n'}${itemText(part.data)}`
    if (part.type === 'error') failure = part.errorText ?? ''
    if (part.messageMetadata) metadata = { ...metadata, ...part.messageMetadata }
  }
  const { conversationId = '', visitorId = '', credits = 0, status = 'interrupted' } = metadata
  return { conversationId, visitorId, answer: cut(answer || failure, 20_000), credits, status }
}
