// Mails about payments to all members of a workspace.
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
    mail: { from: 'Parlance <hello@parlance.test>', ways: {}, general: { kind: 'smtp', url: smtp.smtpUrl } },
  },
})

test('mails each member once when one address refuses mail', async () => {
  const person = await server.signUp('eu')
  const { uid } = person.workspace
  await server.dbs.identity.pool.query('update users set email_verified = true where email = $1', [person.email])
  const members = ['ada@example.test', 'gone@example.test', 'cleo@example.test']
  for (const email of members)
    await server.must('POST', `${server.api('eu')}/v2/workspaces/${uid}/members`, person.token, { email })
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
  await eventually(async () => expect(recipients()).toEqual(['ada@example.test', 'cleo@example.test']))
}, 60_000)

test('names the workspace and opens its billing when a person belongs to several', async () => {
  const person = await server.signUp('eu')
  await server.dbs.identity.pool.query('update users set email_verified = true where email = $1', [person.email])
  const api = `${server.api('eu')}/v2/workspaces`
  const { data } = await server.must<{ data: { uid: string } }>('POST', api, person.token, {
    workspaceName: 'Second Bakery',
  })
  const email = 'bea@example.test'
  await server.must('POST', `${api}/${data.uid}/members`, person.token, { email })
  const { contexts, services } = server.running.container
  await services.payments.lowCredits(contexts.system('eu', data.uid), { mark: 0, left: 0, at: 1 })
  const notice = () =>
    smtp.inbox.list().find(({ to, subject }) => to.includes(email) && subject === 'You have no credits left')
  await eventually(async () => expect(notice()).toBeDefined())
  expect(notice()?.text).toContain('Second Bakery')
  expect(notice()?.text).toContain(`/app/eu/account/billing?workspace=${data.uid}`)
}, 60_000)
