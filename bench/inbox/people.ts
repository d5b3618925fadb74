// Users with an open inbox: members of two workspaces, and client users of an agency.
import { runningEmbeddedUrl } from '../../apps/server/src/lib/db/embedded.ts'
import { openPool } from '../../apps/server/src/lib/db/pool.ts'
import { call, PASSWORD, signUp } from '../api.ts'
import type { Stage } from '../lists/stage.ts'

export interface Reader {
  readonly live: string
  readonly list: string
  /** Absent for client users. */
  readonly counts?: string
  readonly token: string
}
export interface Crowd {
  /** May see messages of the first workspace's visitors. */
  readonly concerned: readonly Reader[]
  /** Members of the other workspace, who receive none of them. */
  readonly strangers: readonly Reader[]
}

const PAGE = 'limit=100'
const PEOPLE = 16
const CLIENTS = 4

const repeated = <T>(all: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, index) => all[index % all.length] as T)

async function members({ url, api, pool, dataDir }: Stage, uid: string, count: number): Promise<Reader[]> {
  const base = `${api}/v2/workspaces/${uid}`
  const made = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const email = `inbox-${index}-${uid.slice(0, 6).toLowerCase()}@example.com`
      return { email, token: await signUp(url, email) }
    }),
  )
  const emails = made.map(({ email }) => email)
  // As if they had accepted invitations and confirmed their addresses.
  await pool.query(
    `insert into workspace_members (workspace_id, email, role, joined_at) select $1, unnest($2::text[]), 'editor', now()`,
    [uid, emails],
  )
  const identity = openPool(runningEmbeddedUrl(dataDir, 'parlance_identity') ?? '', {
    max: 1,
    applicationName: 'bench',
    statementTimeoutMs: 0,
  })
  await identity.query('update users set email_verified = true where email = any($1)', [emails])
  await identity.end()
  return made.map(({ token }) => ({
    live: `${base}/live`,
    list: `${base}/conversations?${PAGE}`,
    counts: `${base}/inbox-counts`,
    token,
  }))
}

async function clients({ api, owner: { uid, agentId, token } }: Stage): Promise<Reader[]> {
  const base = `${api}/v2/workspaces/${uid}`
  const org = await call<{ data: { ID: string } }>(`${base}/orgs`, token, {
    name: 'Harbour Bakery',
    widgetIDs: [agentId],
  })
  const agency = await call<{ data: { ID: string } }>(`${base}/agency`, token)
  return Promise.all(
    Array.from({ length: CLIENTS }, async (_, index): Promise<Reader> => {
      const email = `client-${index}@example.com`
      const invited = { name: `Client ${index}`, email, dashboardPassword: PASSWORD }
      await call(`${base}/orgs/${org.data.ID}/clients`, token, invited)
      const signIn = { agencyId: agency.data.ID, email, password: PASSWORD }
      const client = await call<{ token: string }>(`${api}/client/sign-in`, undefined, signIn)
      const list = `${api}/v2/agents/${agentId}/conversations?${PAGE}`
      return { live: `${api}/client/live`, list, token: client.token }
    }),
  )
}

/** `inboxes` in total: a fifth of client users, a fifth of the other workspace; users have several tabs. */
export async function gatherCrowd(stage: Stage, inboxes: number): Promise<Crowd> {
  const fifth = Math.floor(inboxes / 5)
  const people = await members(stage, stage.owner.uid, PEOPLE)
  const others = await members(stage, stage.other.uid, PEOPLE / 4)
  return {
    concerned: [...repeated(people, inboxes - 2 * fifth), ...repeated(await clients(stage), fifth)],
    strangers: repeated(others, fifth),
  }
}
