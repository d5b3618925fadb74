// An abandoned address is free at once, even while the regions still follow.
import { expect, test } from 'vitest'
import { holdersOf, PASSWORD, word } from '../helpers/account-data.ts'
import { sharedTestServer } from '../helpers/app.ts'

const server = await sharedTestServer()
const { must, dbs } = server
const account = `${server.url}/api/account`
const { person } = holdersOf(server)

/** Changes the address, and returns the change as the regions receive it, so that it can be repeated. */
async function changeAddress({ email: before, token }: { email: string; token: string }) {
  const newEmail = `${word()}@example.test`
  await must('POST', `${account}/email`, token, { newEmail, password: PASSWORD })
  const [, link] = /verify-email\?token=(\w+)/.exec((await server.mailsTo(newEmail))[0]?.text ?? '') ?? []
  await must('POST', `${account}/verify-email`, token, { token: link })
  const { rows } = await dbs.identity.pool.query<{ id: string; at: Date }>(
    'select id, updated_at as at from users where email = $1',
    [newEmail],
  )
  return { userId: rows[0]?.id ?? '', before, after: newEmail, at: rows[0]?.at.toISOString() ?? '' }
}
const repeat = (move: Awaited<ReturnType<typeof changeAddress>>) =>
  server.running.container.services.people.accountMoved(server.running.container.contexts.system('eu'), move)

test('does not repeat an address change against the address’s new holder', async () => {
  const ada = await person('eu', word())
  const move = await changeAddress(ada)
  const signedUp = await must<{ token: string }>('POST', `${account}/sign-up`, undefined, {
    email: ada.email,
    password: PASSWORD,
    name: 'Eve',
    region: 'eu',
  })
  const workspaces = () =>
    must<{ items: { uid: string }[] }>('GET', `${server.api('eu')}/v2/workspaces`, signedUp.token)
  const before = await workspaces()
  expect(before.items).toHaveLength(1)
  const boss = await person('eu', word())
  await must('POST', `${server.api('eu')}/v2/workspaces/${boss.workspace.uid}/members`, boss.token, {
    email: ada.email,
  })
  await repeat(move)
  expect((await workspaces()).items.map(({ uid }) => uid)).toEqual(before.items.map(({ uid }) => uid))
  const members = await dbs.eu.pool.query<{ email: string }>(
    `select email from workspace_members where workspace_id = $1 and role <> 'owner'`,
    [boss.workspace.uid],
  )
  expect(members.rows).toEqual([{ email: ada.email }])
}, 60_000)

test('keeps the owner when an address change is repeated after they invited their old address', async () => {
  const ada = await person('eu', word())
  const move = await changeAddress(ada)
  const members = `${server.api('eu')}/v2/workspaces/${ada.workspace.uid}/members`
  await must('POST', members, ada.token, { email: ada.email })
  await repeat(move)
  const { items } = await must<{ items: { email: string; role: string }[] }>('GET', members, ada.token)
  expect(items.map(({ email, role }) => [email, role])).toEqual([
    [move.after, 'owner'],
    [ada.email, 'editor'],
  ])
}, 60_000)
