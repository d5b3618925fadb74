import { expect, onTestFinished, test } from 'vitest'
import { type ResendOptions, startResend } from '@parlance/simulators/resend/server'
import { createLog } from '../../lib/log.ts'
import { MailRefused } from '../../lib/mail.ts'
import { createResendMailer } from './resend.ts'

const log = createLog({ level: 'silent' })
const from = 'Parlance <hello@parlance.test>'
const mail = { to: 'ada@example.test', subject: 'Grüße', text: 'Hello\n', html: '<p>Hello</p>' }

async function start(options: ResendOptions = {}, apiKey?: string) {
  const resend = await startResend(options)
  onTestFinished(() => resend.close())
  return { resend, mailer: createResendMailer({ apiKey: apiKey ?? resend.key, baseUrl: resend.url, from, log }) }
}

test('sends a mail with sender, text, key and tags', async () => {
  const { resend, mailer } = await start()
  await mailer.send({ ...mail, key: 'k1', tags: { agent: 'ab12' } })
  expect(resend.mails).toMatchObject([{ ...mail, from, to: [mail.to], idempotencyKey: 'k1', tags: { agent: 'ab12' } }])
})

test('allows another sender name, never another address', async () => {
  const { resend, mailer } = await start()
  await mailer.send({ ...mail, fromName: 'Bäckerei Süß' })
  await mailer.send({ ...mail, fromName: 'Ada <ada@elsewhere.test>, "x"\r\nBcc: b@elsewhere.test' })
  expect(resend.mails.map((one) => one.from)).toEqual([
    'Bäckerei Süß <hello@parlance.test>',
    '"Ada ada@elsewhere.test, x  Bcc: b@elsewhere.test" <hello@parlance.test>',
  ])
})

test('sends no second mail when retrying after a lost response', async () => {
  const { resend, mailer } = await start()
  resend.fail('lost')
  await expect(mailer.send({ ...mail, key: 'k2' })).rejects.toThrow(/Resend/)
  await mailer.send({ ...mail, key: 'k2' })
  expect(resend.mails).toHaveLength(1)
})

test('is not final for temporary failures: limits, errors, a wrong key, an unverified domain, a timeout', async () => {
  const { resend, mailer } = await start({ domains: ['parlance.test'] })
  const away = createResendMailer({ apiKey: 're_x', baseUrl: 'http://127.0.0.1:1', from, log })
  const wrongKey = createResendMailer({ apiKey: 're_wrong', baseUrl: resend.url, from, log })
  const unproven = createResendMailer({ apiKey: resend.key, baseUrl: resend.url, from: 'a@other.test', log })
  resend.fail('limit', 'broken')
  for (const one of [mailer, mailer, away, wrongKey, unproven]) {
    const error: unknown = await one.send(mail).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(MailRefused)
  }
  await mailer.send(mail)
  expect(resend.mails).toHaveLength(1)
})

test('rejects a final refusal with the service’s words', async () => {
  const { mailer } = await start()
  const error: unknown = await mailer.send({ ...mail, to: 'nobody' }).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(MailRefused)
  expect(String(error)).toContain('Invalid `to` field')
})
