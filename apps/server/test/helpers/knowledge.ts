// Helpers for tests of sources: an agent with its knowledge, a small local website, and waiting for sources to be read.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DocumentSummary } from '@parlance/contract/knowledge/schemas'
import { afterAll, vi } from 'vitest'
import type { startTestServer } from './app.ts'
import { call, type TestAgent } from './people.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A website whose pages a test sets; other pages are 404. Closed after the file. */
export async function startSite() {
  const pages = new Map<string, Answer>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const page = pages.get(path)
    if (page) return page(request, response)
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { host, url: (path: string) => `http://${host}${path}`, pages, asked }
}

export const page = (title: string, ...paragraphs: string[]): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</main></body></html>`
export const html =
  (text: string, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text)

type Server = Awaited<ReturnType<typeof startTestServer>>
interface Refusal {
  readonly code: string
  readonly message: string
}

export function knowledgeOf(server: Pick<Server, 'api' | 'must'>, agent: TestAgent, base = server.api(agent.region)) {
  const kb = `${base}/v2/agents/${agent.id}/kb`
  const { token } = agent.owner
  const must = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    server.must<T>(method, `${kb}${path}`, token, body)
  const get = async (docId: string) =>
    (await must<{ data: DocumentSummary & { content: string } }>('GET', `/${docId}`)).data
  const list = async (query = ''): Promise<DocumentSummary[]> =>
    (await must<{ items: DocumentSummary[] }>('GET', `?limit=100${query}`)).items
  return {
    kb,
    token,
    must,
    get,
    list,
    /** Any response, including a refusal. */
    ask: <T = Refusal>(method: string, path: string, body?: unknown) =>
      call<T>(method, `${kb}${path}`, { bearer: token, body }),
    async send(name: string, bytes: Uint8Array | string, query: Record<string, string> = {}) {
      const response = await fetch(`${kb}/files?${new URLSearchParams({ name, ...query }).toString()}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: typeof bytes === 'string' ? bytes : Buffer.from(bytes),
      })
      return { status: response.status, body: (await response.json()) as { data: DocumentSummary } & Refusal }
    },
    /** Uploads a file that must be accepted; returns the document's id. */
    async upload(name: string, bytes: Uint8Array | string, query: Record<string, string> = {}): Promise<string> {
      const { status, body } = await this.send(name, bytes, query)
      if (status !== 200) throw new Error(`${name}: ${status} ${body.message}`)
      return body.data.ID
    },
    addUrls: (urls: readonly string[], more: object = {}) =>
      must<{ items: DocumentSummary[]; refused: { url: string; reason: string }[] }>('POST', '/urls', {
        urls,
        ...more,
      }),
    /** Waits until a document is ready, has failed or is paused. */
    settled: (docId: string, timeout = 30_000) =>
      vi.waitFor(
        async () => {
          const found = await get(docId)
          if (!['ready', 'failed', 'paused'].includes(found.status)) throw new Error(`still ${found.status}`)
          return found
        },
        { timeout, interval: 100 },
      ),
  }
}
