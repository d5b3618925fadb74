// Mails about payments to the members who manage billing.
import { startMail } from '@parlance/simulators/mail/server'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { eventually, startPaymentProvider } from '../helpers/payments.ts'

const smtp = await startMail()
afterAll(() => smtp.close())
const { settings } = await startPaymentProvider()
const server = await startTestServer({
  settings: {
    ...settings,
    baseWorkspaceSeats: 10,
    mail: { from: 'Parlance <hello@parlance.test>', ways: {}, general: { kind: 'smtp', url: smtp.smtpUrl } },
  },
})

const join = (uid: string) =>
  server.dbs.eu.pool.query(
    `update workspace_members set joined_at = now() where workspace_id = $1 and email <> 'invited@example.test'`,
    [uid],
  )

test('mails each admin who joined once when one address refuses mail', async () => {
  const person = await server.signUp('eu')
  const { uid } = person.workspace
  const { identity, eu } = server.dbs
  await identity.pool.query('update users set email_verified = true where email = $1', [person.email])
  const members = {
    'ada@example.test': 'admin',
    'gone@example.test': 'admin',
    'cleo@example.test': 'admin',
    'invited@example.test': 'admin',
    'ed@example.test': 'editor',
    'vic@example.test': 'viewer',
  }
  for (const [email, role] of Object.entries(members))
    await server.must('POST', `${server.api('eu')}/v2/workspaces/${uid}/members`, person.token, { email, role })
  await join(uid)
  smtp.control.set({ fault: { kind: 'reject', times: 99, match: { to: 'gone@' } } })
  const { contexts, services } = server.running.container
  const ctx = contexts.system('eu', uid)
  const recipients = () =>
    smtp.inbox
      .list()
      .filter(({ subject }) => subject === 'Your credits are running low')
      .flatMap(({ to }) => to)
      .toSorted()
  await services.payments.lowCredits(ctx, { mark: 100, left: 50, at: 1 })
  const queued = `select count(*)::int as n from pgboss.job where name = 'mail.send' and state in ('created', 'retry', 'active')`
  await eventually(async () => expect((await eu.pool.query(queued)).rows).toEqual([{ n: 0 }]))
  expect(recipients()).toEqual(['ada@example.test', 'cleo@example.test'])
}, 60_000)

test('names the workspace and opens its billing when a person belongs to several', async () => {
  const person = await server.signUp('eu')
  await server.dbs.identity.pool.query('update users set email_verified = true where email = $1', [person.email])
  const api = `${server.api('eu')}/v2/workspaces`
  const { data } = await server.must<{ data: { uid: string } }>('POST', api, person.token, {
    workspaceName: 'Second Bakery',
  })
  const email = 'bea@example.test'
  await server.must('POST', `${api}/${data.uid}/members`, person.token, { email, role: 'admin' })
  await join(data.uid)
  const { contexts, services } = server.running.container
  await services.payments.lowCredits(contexts.system('eu', data.uid), { mark: 0, left: 0, at: 1 })
  const notice = () =>
    smtp.inbox.list().find(({ to, subject }) => to.includes(email) && subject === 'You have no credits left')
  await eventually(async () => expect(notice()).toBeDefined())
  expect(notice()?.text).toContain('Second Bakery')
  expect(notice()?.text).toContain(`/app/eu/account/billing?workspace=${data.uid}`)
}, 60_000)
