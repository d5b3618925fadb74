// Chooses a turn's tools and calls them: the same checks for both, and every outcome is a result.
import {
  inSequence,
  type Message,
  type MessageDescriptor,
  type MessageParam,
  msg,
  withRef,
} from '@parlance/i18n/messages'
import type { Values } from '@parlance/contract/agents/variables'
import type { EngineTool } from '@parlance/contract/engine/types'
import { cut, storable } from '@parlance/contract/lib/text'
import { type Masker, masker } from '@parlance/contract/tools/mask'
import { createNames } from '@parlance/engine/tools/naming'
import { type RequestInput, secretNames, shownRequest, toolRequest } from '@parlance/engine/tools/request'
import { mapResponse, readJson, RESPONSE_MAX } from '@parlance/engine/tools/response'
import { toolSpec } from '@parlance/engine/tools/spec'
import type { McpServer, Tool, ToolCallResult, ToolChannel } from '@parlance/contract/tools/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import { callHttp, type HttpAnswer } from './http-tool.ts'
import { createMcpToolLists, isAllowed, McpFailure, mcpNames, mcpToolId, mcpToolOf } from './mcp-tools.ts'
import type { McpClient, McpTarget } from './ports.ts'

/** The parts of an agent's configuration that define its tools, and the channel of the turn. */
export interface ToolSources {
  readonly tools: readonly Tool[]
  readonly functionsIds: readonly string[]
  readonly mcpServers: readonly McpServer[]
  readonly channel: ToolChannel
}

export interface OfferedTool extends EngineTool {
  readonly source: 'agent' | 'library' | 'mcp'
  /** Which part of the response the model sees (`toolAnswer`). */
  readonly responseMapping: Tool['responseMapping']
}

export interface TurnTools {
  /** Ids and names are unique: own tools first, then the library's, then `mcp:<serverId>:<name>`. */
  readonly tools: readonly OfferedTool[]
  /** Servers whose tools are missing, and why. */
  readonly faults: readonly { readonly server: string; readonly error: MessageDescriptor }[]
}

export interface ToolCall {
  readonly toolId: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly variables: Values
  /** Language of the conversation, for formatted values. */
  readonly language?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface ToolCaller {
  /** Without disabled tools and those of other channels. Servers that do not answer within 5 s are left out. */
  readonly toolsFor: (ctx: Ctx, workspaceId: string, sources: ToolSources) => Promise<TurnTools>
  /** Calls a tool of `toolsFor`. Failures of the called server do not reject; they are in `error`. */
  readonly call: (ctx: Ctx, workspaceId: string, sources: ToolSources, call: ToolCall) => Promise<ToolCallResult>
  /** Calls any tool, whatever its channel. */
  readonly callTool: (
    ctx: Ctx,
    workspaceId: string,
    tool: Tool,
    call: Omit<ToolCall, 'toolId'>,
  ) => Promise<ToolCallResult>
}

export interface ToolCallerDeps {
  readonly guardedFetch: typeof fetch
  readonly mcp: McpClient
  readonly openSecrets: (ctx: Ctx, workspaceId: string, names: readonly string[]) => Promise<Record<string, string>>
  readonly libraryTools: (ctx: Ctx, workspaceId: string, ids: readonly string[]) => Promise<readonly Tool[]>
}

const MCP_CALL_MS = 30_000
const ARGUMENTS_MAX = 100_000

export function createToolCaller(deps: ToolCallerDeps) {
  const targetOf = async (ctx: Ctx, workspaceId: string, server: McpServer): Promise<McpTarget> => {
    const { url, transport, credential } = server
    if (credential === '') return { url, transport, token: '' }
    const token = (await deps.openSecrets(ctx, workspaceId, [credential]))[credential]
    if (token === undefined) throw new McpFailure(msg('tool_secret_missing', { name: credential }))
    return { url, transport, token }
  }
  const listings = createMcpToolLists(deps.mcp, targetOf)
  const usable = async (ctx: Ctx, workspaceId: string, sources: ToolSources) => {
    const library = await deps.libraryTools(ctx, workspaceId, sources.functionsIds)
    const own = sources.tools.map((tool) => ({ tool, source: 'agent' as const }))
    const known = new Set(sources.tools.map(({ id }) => id))
    const others = library.filter(({ id }) => !known.has(id)).map((tool) => ({ tool, source: 'library' as const }))
    return [...own, ...others].filter(({ tool }) => isUsable(tool, sources.channel))
  }
  const callTool = httpCaller(deps)
  const calling: ToolCaller = {
    async toolsFor(ctx, workspaceId, sources) {
      const [http, mcp] = await Promise.all([
        usable(ctx, workspaceId, sources),
        Promise.all(
          sources.mcpServers.filter(({ disabled }) => !disabled).map((one) => offerOf(ctx, workspaceId, one)),
        ),
      ])
      const own = http.map(({ tool, source }) => toOfferedTool(tool, source))
      return {
        tools: named([...own, ...mcp.flatMap(({ tools }) => tools)]),
        faults: mcp.flatMap(({ faults }) => faults),
      }
    },
    async call(ctx, workspaceId, sources, call) {
      const found = (await usable(ctx, workspaceId, sources)).find(({ tool }) => tool.id === call.toolId)
      if (found) return callTool(ctx, workspaceId, found.tool, call)
      const mcpTool = mcpToolOf(sources.mcpServers, call.toolId)
      if (!mcpTool || !isAllowed(mcpTool.server, mcpTool.name)) return failed(msg('tool_unavailable'))
      return callMcp(deps.mcp, await resultOrError(targetOf(ctx, workspaceId, mcpTool.server)), mcpTool.name, call)
    },
    callTool,
  }
  const offerOf = async (ctx: Ctx, workspaceId: string, server: McpServer): Promise<TurnTools> => {
    const found = await resultOrError(listings.list(ctx, workspaceId, server))
    if ('error' in found) return { tools: [], faults: [{ server: server.name, error: found.error }] }
    const nameOf = mcpNames(server)
    const tools = found.value
      .filter(({ name }) => isAllowed(server, name))
      .map(({ name, description, parameters }) => ({
        id: mcpToolId(server, name),
        spec: { name: nameOf(name), description, parameters },
        isGlobal: false,
        source: 'mcp' as const,
        responseMapping: [],
      }))
    return { tools, faults: [] }
  }
  return { calling, listings }
}

const isUsable = (tool: Tool, channel: ToolChannel): boolean =>
  !tool.disabled && (tool.channels.length === 0 || tool.channels.includes(channel))

const toOfferedTool = (tool: Tool, source: OfferedTool['source']): OfferedTool => ({
  id: tool.id,
  spec: toolSpec(tool),
  isGlobal: tool.isGlobal,
  source,
  responseMapping: tool.responseMapping,
})

/** Models need unique tool names. */
function named(tools: readonly OfferedTool[]): OfferedTool[] {
  const unique = createNames()
  const ids = new Set<string>()
  return tools.flatMap((tool) => {
    if (ids.has(tool.id)) return []
    ids.add(tool.id)
    return [{ ...tool, spec: { ...tool.spec, name: unique(tool.spec.name) } }]
  })
}

async function resultOrError<T>(
  work: Promise<T>,
): Promise<{ readonly value: T } | { readonly error: MessageDescriptor }> {
  try {
    return { value: await work }
  } catch (error) {
    if (error instanceof McpFailure) return { error: error.reason }
    throw error
  }
}

const EMPTY_REQUEST = { method: '', url: '', headers: {}, body: '' }

const failed = (error: Message, request: ToolCallResult['request'] = EMPTY_REQUEST): ToolCallResult => ({
  ok: false,
  status: 0,
  durationMs: 0,
  request,
  response: '',
  ...withRef('error', error),
  variables: {},
})

const httpCaller =
  (deps: ToolCallerDeps): ToolCaller['callTool'] =>
  async (ctx, workspaceId, tool, call) => {
    const secrets = await deps.openSecrets(ctx, workspaceId, secretNames(tool))
    const filling: RequestInput = {
      arguments: call.arguments,
      variables: call.variables,
      secrets,
      language: call.language,
    }
    const mask = masker(Object.values(secrets))
    const built = toolRequest(tool, filling)
    const shown = shownRequest(tool, filling)
    if ('problems' in built) return failed(joined(built.problems, mask))
    // Masked twice: declared secrets, and any other value that contains one.
    const { method, url, headers, body } =
      'request' in shown ? shown.request : { ...EMPTY_REQUEST, method: tool.method }
    const request = {
      method,
      url: mask.text(url),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask.text(value)])),
      body: storable(cut(mask.text(body ?? ''), RESPONSE_MAX)),
    }
    const started = performance.now()
    const answer = await callHttp(deps.guardedFetch, built.request, { timeoutMs: tool.timeoutMs, signal: call.signal })
    return { ...resultOf(tool, answer, mask), durationMs: Math.round(performance.now() - started), request }
  }

/** Message parameters contain no secrets, unless a field has that name. */
const joined = ([first, ...rest]: readonly MessageDescriptor[], mask: Masker): Message =>
  first ? maskedMessage(inSequence(first, ...rest.slice(0, 9)), mask) : ''

const maskedMessage = ({ code, params = {} }: MessageDescriptor, mask: Masker): MessageDescriptor => {
  const masked = (value: MessageParam): MessageParam =>
    typeof value === 'object' ? maskedMessage(value, mask) : typeof value === 'string' ? mask.text(value) : value
  return msg(code, Object.fromEntries(Object.entries(params).map(([name, value]) => [name, masked(value)])))
}

function resultOf(tool: Tool, answer: HttpAnswer, mask: Masker) {
  const { status, contentType, text, isCut } = answer
  const unread = isCut && tool.responseMapping.length > 0 && answer.error === ''
  const error = unread ? msg('tool_answer_too_large') : answer.error
  const json = tool.responseMapping.length > 0 ? readJson(text, contentType) : undefined
  // Mask secrets before cutting, so that no secret is cut in half and missed.
  const safe = json === undefined ? mask.text(text) : JSON.stringify(mask.json(json))
  const variables = error === '' ? mapResponse(safe, contentType, tool.responseMapping) : {}
  return {
    ok: error === '',
    status,
    response: storable(cut(mask.text(text), RESPONSE_MAX)),
    ...withRef('error', error),
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, typeof value === 'string' ? storable(value) : value]),
    ),
  }
}

async function callMcp(
  client: McpClient,
  target: { readonly value: McpTarget } | { readonly error: MessageDescriptor },
  name: string,
  call: ToolCall,
): Promise<ToolCallResult> {
  if ('error' in target) return failed(target.error)
  const { url, token } = target.value
  const mask = masker(token === '' ? [] : [token])
  const body = JSON.stringify({ name, arguments: call.arguments })
  const request: ToolCallResult['request'] = {
    method: 'POST',
    url: mask.text(url),
    headers: token === '' ? {} : { authorization: 'Bearer ***' },
    body: storable(cut(mask.text(body), RESPONSE_MAX)),
  }
  if (body.length > ARGUMENTS_MAX) return failed(msg('tool_arguments_too_long'), request)
  const started = performance.now()
  const limits = { timeoutMs: MCP_CALL_MS, signal: call.signal }
  const answer = await resultOrError(client.call(target.value, name, call.arguments, limits))
  const durationMs = Math.round(performance.now() - started)
  if ('error' in answer) return { ...failed(maskedMessage(answer.error, mask), request), durationMs }
  const { ok, text } = answer.value
  const response = storable(cut(mask.text(text), RESPONSE_MAX))
  return { ...failed(ok ? '' : msg('tool_reports_failure'), request), ok, status: 200, durationMs, response }
}
