// Hosts of agencies, and requests to them: fetch can't set the Host header.
import { request } from 'node:http'
import type { Region } from '@parlance/contract/lib/regions'
import type { TestDatabases } from './databases.ts'

export interface HostAnswer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
  readonly cookies: string
}

interface Sent {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request whose Host header is `host` to the server at `url`. */
export const askHost = (url: string, host: string, path: string, { method, body, headers }: Sent = {}) =>
  new Promise<HostAnswer>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent = request(
      {
        hostname,
        port,
        path,
        method: method ?? (text === undefined ? 'GET' : 'POST'),
        headers: { host, ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      },
      (response) => {
        let read = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (read += part))
        response.on('end', () => {
          const cookies = (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: read, cookies })
        })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })

/** Adds a host as if it had been proven, for a workspace whose plan includes hosts. */
export const putHost = async (
  dbs: TestDatabases,
  given: { host: string; region: Region; agencyId: string; workspaceId: string; status?: string },
) => {
  await dbs[given.region].pool.query(`update workspaces set plan = 'pay_as_you_go' where uid = $1 and plan = 'free'`, [
    given.workspaceId,
  ])
  await dbs.identity.pool.query(
    `insert into hosts (host, kind, region, agency_id, workspace_id, status, created_at, updated_at)
     values ($1, 'custom', $2, $3, $4, $5, now(), now())`,
    [given.host, given.region, given.agencyId, given.workspaceId, given.status ?? 'live'],
  )
}
