import type { Region } from '@parlance/contract/lib/regions'
import { startMail } from '@parlance/simulators/mail/server'
import { startResend } from '@parlance/simulators/resend/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createVault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { type Jobs, startJobs } from '../../lib/jobs/jobs.ts'
import { createLog } from '../../lib/log.ts'
import { isSandboxMail, type Mail, MailRefused } from '../../lib/mail.ts'
import type { MailSettings } from '../../lib/settings.ts'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { createMail } from './mailers.ts'

const log = createLog({ level: 'silent' })
const vault = createVault(Buffer.alloc(32, 3))
const from = 'Parlance <hello@parlance.test>'
const mail: Mail = { to: 'ada@example.test', subject: 'Hello', text: 'Secret words\n', html: '<p>Secret words</p>' }

async function services() {
  const [smtp, resend] = await Promise.all([startMail(), startResend()])
  onTestFinished(() => Promise.all([smtp.close(), resend.close()]).then(() => {}))
  return {
    smtp,
    resend,
    bySmtp: { kind: 'smtp', url: smtp.smtpUrl } as const,
    byResend: { kind: 'resend', apiKey: resend.key, baseUrl: resend.url } as const,
  }
}
function wired(settings: MailSettings, jobs = new Map<Region, Jobs>(), sandboxUrl?: string) {
  const all = createMail({ mail: settings }, { sandboxUrl, vault, jobs, log })
  onTestFinished(all.close)
  return all
}

test('uses a region’s own transport, then the general one, then the sandbox', async () => {
  const { smtp, resend, bySmtp, byResend } = await services()
  const both = wired({ from, ways: { eu: bySmtp }, general: byResend })
  await both.mailers.of('eu').send(mail)
  expect([smtp.inbox.list().length, resend.mails.length]).toEqual([1, 0])
  await both.mailers.of('na').send(mail)
  expect([smtp.inbox.list().length, resend.mails.length]).toEqual([1, 1])
  expect(both.isSandboxed).toBe(false)
  const none: MailSettings = { from, ways: {} }
  const sandbox = wired(none, undefined, smtp.smtpUrl)
  await sandbox.mailers.of('na').send(mail)
  expect([smtp.inbox.list().length, resend.mails.length]).toEqual([2, 1])
  expect([sandbox.isSandboxed, isSandboxMail(none)]).toEqual([true, true])
})

test('never sends mail of eu through the transport of na', async () => {
  const { smtp, resend, bySmtp, byResend } = await services()
  const { mailers } = wired({ from, ways: { eu: bySmtp, na: byResend } })
  smtp.control.set({ fault: [{ kind: 'reject' }, { kind: 'temporary' }] })
  for (let tries = 0; tries < 2; tries += 1) await expect(mailers.of('eu').sendOrLater(mail)).rejects.toThrow()
  await smtp.close()
  await expect(mailers.of('eu').send(mail)).rejects.toThrow()
  expect(resend.mails).toEqual([])
  await mailers.of('na').send(mail)
  expect(resend.mails).toHaveLength(1)
})

test('treats only refusals of the mail itself as final', async () => {
  const { smtp, bySmtp } = await services()
  const { mailers } = wired({ from, ways: {}, general: bySmtp })
  const failed = async () =>
    mailers
      .of('eu')
      .send(mail)
      .catch((error: unknown) => error)
  smtp.control.set({ fault: { kind: 'reject' } })
  expect(await failed()).toBeInstanceOf(MailRefused)
  smtp.control.set({ fault: { kind: 'temporary' } })
  expect(await failed()).not.toBeInstanceOf(MailRefused)
})

test('keeps a mail encrypted in its region’s database when it can’t be sent, and sends it once', async () => {
  const dbs = await freshDatabases()
  const { smtp, bySmtp } = await services()
  const jobs = new Map<Region, Jobs>()
  const { mailers, jobs: mailJobs } = wired({ from, ways: {}, general: bySmtp }, jobs)
  const told = vi.spyOn(log, 'error')
  const contextFor = () => ({ region: 'eu', log }) as Partial<Ctx> as Ctx
  const running = await startJobs({ region: 'eu', pool: dbs.eu.pool, alone: true, jobs: mailJobs, contextFor, log })
  onTestFinished(running.close)
  jobs.set('eu', running)
  const sql = async <T extends object>(text: string) => (await dbs.eu.pool.query<T>(text)).rows
  const hurry = () => sql(`update pgboss.job set start_after = now() where name like 'mail.%' and state = 'retry'`)

  smtp.control.set({ fault: { kind: 'temporary', times: 2 } })
  await mailers.of('eu').sendOrLater(mail)
  const [stored] = await sql<{ data: string }>(`select data::text from pgboss.job where name = 'mail.send'`)
  expect(stored?.data).toMatch(/^\{"sealed": "v2\./)
  expect(stored?.data).not.toMatch(/Secret|ada@/)
  await expect.poll(async () => (await hurry(), smtp.inbox.list().length), { timeout: 20_000, interval: 200 }).toBe(1)
  expect(smtp.inbox.list()[0]).toMatchObject({
    to: [mail.to],
    subject: mail.subject,
    text: expect.stringContaining('Secret words'),
  })

  smtp.control.set({ fault: { kind: 'reject', match: { to: 'gone@' } } })
  await mailers.of('eu').later({ ...mail, to: 'gone@example.test' })
  await mailers.of('eu').later({ ...mail, to: 'next@example.test' })
  await smtp.inbox.waitFor(({ to }) => to.includes('next@example.test'), 15_000)
  await expect
    .poll(() => sql(`select 1 from pgboss.job where name like 'mail.%' and state <> 'completed'`), { timeout: 20_000 })
    .toEqual([])
  // The log has nothing of the mail's content.
  smtp.control.set({ fault: { kind: 'temporary', times: 99 } })
  await mailers.of('eu').later({ ...mail, key: 'lost1' })
  const lastTry = `update pgboss.job set retry_limit = retry_count, start_after = now() where state = 'retry'`
  await expect
    .poll(async () => (await sql(lastTry), told.mock.calls.length), { timeout: 20_000, interval: 200 })
    .toBe(1)
  expect(told.mock.calls[0]?.[0]).toEqual({ mail: 'lost1' })
  smtp.control.reset()

  await dbs.eu.db
    .transaction(async (tx) => {
      await mailers.of('eu').later({ ...mail, to: 'never@example.test' }, tx)
      throw new Error('undone')
    })
    .catch(() => undefined)
  await mailers.of('eu').later({ ...mail, to: 'last@example.test' })
  await smtp.inbox.waitFor(({ to }) => to.includes('last@example.test'), 15_000)
  expect(smtp.inbox.list({ to: 'never@example.test' })).toEqual([])
})
