// Helpers for tests of the MCP server: tool calls through a client, and raw messages.
import { request } from 'node:http'
import { createMCPClient, type MCPClient } from '@ai-sdk/mcp'
import type { Region } from '@parlance/contract/lib/regions'
import { expect } from 'vitest'
import { call } from './people.ts'

interface Told {
  readonly content: { type: string; text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: boolean
}
export interface Answered {
  readonly id?: unknown
  readonly result?: { protocolVersion?: string; tools?: object[] }
  readonly error?: { code: number; message: string }
}

/** The protocol requires both, even where the answer is always JSON. */
export const ACCEPT = { accept: 'application/json, text/event-stream' }
export const message = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  method,
  params,
  id,
})

export function mcpOf(url: string) {
  const urlOf = (region: Region = 'eu') => `${url}/api/${region}/mcp`
  const use = async (by: MCPClient, name: string, args: Record<string, unknown>) =>
    (await by.callTool({ name, arguments: args })) as unknown as Told
  return {
    urlOf,
    use,
    connect: (bearer: string) =>
      createMCPClient({ transport: { type: 'http', url: urlOf(), headers: { authorization: `Bearer ${bearer}` } } }),
    /** Calls a tool that has to succeed; its text and its data must agree. */
    async got<T>(by: MCPClient, name: string, args: Record<string, unknown> = {}): Promise<T> {
      const { content, structuredContent, isError } = await use(by, name, args)
      expect([isError, content[0]?.text]).toEqual([false, expect.any(String)])
      expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent)
      return structuredContent as T
    },
    /** The text of a tool's refusal. */
    async refused(by: MCPClient, name: string, args: Record<string, unknown>): Promise<string> {
      const { content, structuredContent, isError } = await use(by, name, args)
      expect([isError, structuredContent]).toEqual([true, undefined])
      return content[0]?.text ?? ''
    },
    /** The status of a message with headers that `fetch` sets itself. */
    pingAs: (bearer: string, headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const own = { ...ACCEPT, 'content-type': 'application/json', authorization: `Bearer ${bearer}` }
        const asked = request(urlOf(), { method: 'POST', headers: { ...own, ...headers } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        asked.on('error', reject)
        asked.end(JSON.stringify(message('ping')))
      }),
    post: (bearer: string, body: unknown, headers: Record<string, string> = {}) =>
      call<Answered>('POST', urlOf(), { bearer, body, headers: { ...ACCEPT, ...headers } }),
  }
}
