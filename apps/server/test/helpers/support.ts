// Helpers for tests of support access: give it, sign in as support, and read the log.
import type { AuditEntry } from '@parlance/contract/audit/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import type { WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import { expect, vi } from 'vitest'
import type { startTestServer } from './app.ts'
import { call, type Person } from './people.ts'

type Answer = { success?: boolean; code?: string; message?: string }

export function supportOf({
  api,
  must,
  dbs,
}: Pick<Awaited<ReturnType<typeof startTestServer>>, 'api' | 'must' | 'dbs'>) {
  const at = ({ region, workspace }: Person, rest: string) => `${api(region)}/v2/workspaces/${workspace.uid}${rest}`
  return {
    give: (to: Person, body: object = { role: 'viewer', hours: 8 }, by = to) =>
      call<Answer>('POST', at(to, '/support'), { bearer: by.token, body }),
    end: (of: Person, by = of) => call<Answer>('DELETE', at(of, '/support'), { bearer: by.token }),
    /** Workspaces that a person can open as support. */
    open: async (region: Region, { token }: Person) =>
      (await must<{ items: WorkspaceSummary[] }>('GET', `${api(region)}/v2/workspaces`, token)).items
        .filter(({ supportUntil }) => supportUntil !== undefined)
        .map(({ uid, role }) => [uid, role]),
    /** Entries by support and about its access, newest first. */
    log: async (of: Person) =>
      (await must<{ items: AuditEntry[] }>('GET', at(of, '/audit?limit=100'), of.token)).items.filter(
        ({ action, actorKind }) => actorKind === 'support' || /support/i.test(action),
      ),
    users: (change: string, { email }: Person) =>
      dbs.identity.pool.query(`update users set ${change} where email = $1`, [email]),
    withFactor: ({ email }: Person) =>
      dbs.identity.pool.query(
        `insert into two_factors (user_id, secret, confirmed_at) select id, 'sealed', now() from users where email = $1`,
        [email],
      ),
    /** Moves the end of the access, as if it had been given earlier. */
    setUntil: (of: Person, wait: string) =>
      dbs[of.region].pool.query(`update workspace_support set until = now() + $2::interval where workspace_id = $1`, [
        of.workspace.uid,
        wait,
      ]),
    /** Reads the workspace live; returns a function that waits until the stream was ended. */
    async follow(of: Person, by: Person) {
      const response = await fetch(at(of, '/live'), { headers: { authorization: `Bearer ${by.token}` } })
      expect(response.status).toBe(200)
      const stream = { ended: false }
      void (async () => {
        for await (const _ of response.body ?? []);
        stream.ended = true
      })()
      return () => vi.waitFor(() => expect(stream.ended).toBe(true), { timeout: 20_000, interval: 20 })
    },
  }
}
