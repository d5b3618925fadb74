/** A loopback server with the domains API of Vercel's projects: add, look up, remove. */
import { createServer } from 'node:http'

export interface VercelSimulator {
  readonly url: string
  readonly token: string
  readonly projectId: string
  /** Hosts of the project. */
  readonly hosts: Set<string>
  /** Hosts of other customers. */
  readonly taken: Set<string>
  /** While it is down every call gets 503. */
  readonly down: (isDown: boolean) => void
  readonly close: () => Promise<void>
}

export async function startVercel(): Promise<VercelSimulator> {
  const [token, projectId] = ['vercel-token', 'prj_1']
  const hosts = new Set<string>()
  const taken = new Set<string>()
  let isDown = false
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = (status: number, code: string) => answer(status, { error: { code, message: code } })
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString('utf8')))
    request.on('end', () => {
      if (isDown) return refuse(503, 'service_unavailable')
      if (request.headers.authorization !== `Bearer ${token}`) return refuse(403, 'forbidden')
      const { pathname } = new URL(request.url ?? '/', 'http://vercel')
      if (request.method === 'POST' && pathname === `/v10/projects/${projectId}/domains`) {
        const { name } = JSON.parse(body) as { name?: string }
        if (!name || name.length > 253) return refuse(400, 'invalid_domain')
        if (hosts.has(name) || taken.has(name)) return refuse(409, 'domain_already_in_use')
        hosts.add(name)
        return answer(200, { name, apexName: name.split('.').slice(-2).join('.'), projectId, verified: true })
      }
      const [, host] = new RegExp(`^/v9/projects/${projectId}/domains/([^/]+)$`).exec(pathname) ?? []
      const name = decodeURIComponent(host ?? '')
      if (!host || !hosts.has(name)) return refuse(404, 'not_found')
      if (request.method === 'DELETE') {
        hosts.delete(name)
        return answer(200, {})
      }
      return answer(200, { name, projectId, verified: true })
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    projectId,
    hosts,
    taken,
    down: (value) => void (isDown = value),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
