import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Inbox } from './inbox.ts'
import type { MailSimulator } from './server.ts'
import { startMail } from './server.ts'

let mail: MailSimulator
beforeAll(async () => {
  mail = await startMail()
})
beforeEach(async () => {
  mail.control.reset()
  await mail.inbox.clear()
})
afterAll(() => mail.close())

type Message = Parameters<ReturnType<typeof createTransport>['sendMail']>[0]

function send(message: Message, url = mail.smtpUrl): Promise<unknown> {
  return createTransport(`${url}?socketTimeout=2000&greetingTimeout=2000`).sendMail({
    from: 'Parlance <no-reply@parlance.example>',
    to: 'ann@one.example',
    subject: 'Hello',
    text: 'Hi Ann',
    ...message,
  })
}

describe('the inbox', () => {
  test('keeps a message with all its parts', async () => {
    await send({
      subject: 'Grüße 🙂',
      text: 'Ein Link: https://x.example/?a=1&b=2',
      html: '<p>Ein <b>Link</b></p>',
      bcc: 'Boss@two.example',
    })
    const [found] = mail.inbox.list()
    expect(found).toEqual({
      id: expect.stringMatching(/^\d{13}-[0-9a-f]{12}$/),
      from: 'Parlance <no-reply@parlance.example>',
      headers: expect.objectContaining({ to: 'ann@one.example' }),
      messageId: expect.stringMatching(/^<[^<>]+@parlance\.example>$/),
      to: ['ann@one.example', 'boss@two.example'],
      subject: 'Grüße 🙂',
      text: 'Ein Link: https://x.example/?a=1&b=2',
      html: expect.stringContaining('<p>Ein <b>Link</b></p>'),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      size: expect.any(Number),
      attachments: [],
    })
    expect(mail.inbox.get(found?.id ?? '')).toEqual(found)
    expect(mail.inbox.raw(found?.id ?? '')?.length).toBe(found?.size)
    expect(mail.inbox.get('nothing')).toBeUndefined()
  })

  test('lists the newest first, of one recipient, up to a limit', async () => {
    for (const [to, subject] of [
      ['a@x.example', '1'],
      ['b@x.example', '2'],
      ['a@x.example', '3'],
    ])
      await send({ to, subject })
    expect(mail.inbox.list().map(({ subject }) => subject)).toEqual(['3', '2', '1'])
    expect(mail.inbox.list({ to: 'A@x.example' }).map(({ subject }) => subject)).toEqual(['3', '1'])
    expect(mail.inbox.list({ limit: 1 }).map(({ subject }) => subject)).toEqual(['3'])
  })

  test('waits until a message is there, and gives up at the time-out', async () => {
    const coming = mail.inbox.waitFor(({ subject }) => subject === 'later')
    await send({ subject: 'sooner' })
    await send({ subject: 'later' })
    expect((await coming).subject).toBe('later')
    expect((await mail.inbox.waitFor(({ subject }) => subject === 'sooner')).text).toBe('Hi Ann')
    await expect(mail.inbox.waitFor(() => false, 10)).rejects.toThrow(/within 10 ms.*«later» to ann@one\.example/)
  })

  test('deletes messages on request', async () => {
    await send({})
    await mail.inbox.clear()
    expect(mail.inbox.list()).toEqual([])
  })
})

describe('with a folder', () => {
  const folder = async (): Promise<string> => {
    const path = await mkdtemp(join(tmpdir(), 'mail-'))
    onTestFinished(() => rm(path, { recursive: true, force: true }))
    return path
  }

  test('keeps messages over a restart', async () => {
    const storeDir = join(await folder(), 'new')
    const first = await startMail({ storeDir })
    await send({ subject: 'kept', bcc: 'hidden@x.example' }, first.smtpUrl)
    const before = first.inbox.list()
    await first.close()
    await writeFile(join(storeDir, 'notes.txt'), 'not a message')
    const second = await startMail({ storeDir })
    onTestFinished(() => second.close())
    expect(second.inbox.list()).toEqual(before)
    await send({ subject: 'newer' }, second.smtpUrl)
    expect(second.inbox.list().map(({ subject }) => subject)).toEqual(['newer', 'kept'])
    await second.inbox.clear()
    expect(await readdir(storeDir)).toEqual(['notes.txt'])
  })

  test('keeps only the newest 200', async () => {
    const path = await folder()
    const inbox = await Inbox.open(path)
    for (let count = 0; count < 203; count += 1)
      await inbox.add(Buffer.from(`From: a@x.example\r\nSubject: ${count}\r\n\r\nx`), {
        from: 'a@x.example',
        to: ['b@x.example'],
      })
    const subjects = inbox.list({ limit: 500 }).map(({ subject }) => subject)
    expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([200, '202', '3'])
    expect(await readdir(path)).toHaveLength(200)
    expect((await Inbox.open(path)).list({ limit: 500 }).map(({ subject }) => subject)).toEqual(subjects)
  })
})

describe('a strict server', () => {
  test.each([
    ['an address without domain', { to: 'ann' }, 'EENVELOPE'],
    ['an address with a bare host', { envelope: { from: 'a@x.example', to: 'ann@host' } }, 'EENVELOPE'],
    ['a sender that is none', { envelope: { from: 'a@b', to: 'ann@one.example' } }, 'EENVELOPE'],
    ['more than 10 MB', { text: 'x'.repeat(11 * 1024 * 1024) }, 'EMESSAGE'],
    [
      'a message without sender',
      { raw: 'Subject: x\r\n\r\nFrom: not@this.line', envelope: { from: 'a@x.example', to: 'b@x.example' } },
      'EMESSAGE',
    ],
  ])('%s', async (_what, message, code) => {
    await expect(send(message)).rejects.toMatchObject({ code })
    expect(mail.inbox.list()).toEqual([])
  })

  test('refuses the 51st recipient', async () => {
    const to = Array.from({ length: 51 }, (_, at) => `p${at}@x.example`)
    expect(await send({ to })).toMatchObject({ rejected: ['p50@x.example'], rejectedErrors: [{ responseCode: 452 }] })
    expect(mail.inbox.list()[0]?.to).toHaveLength(50)
  })

  test('refuses a wrong password, but accepts a missing one', async () => {
    const url = new URL(mail.smtpUrl)
    url.password = 'wrong'
    await expect(send({}, url.href)).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 })
    await send({}, `smtp://${url.host}`)
    expect(mail.inbox.list()).toHaveLength(1)
  })

  test('changes user and password at each start', async () => {
    const other = await startMail()
    onTestFinished(() => other.close())
    expect(new URL(other.smtpUrl).password).not.toBe(new URL(mail.smtpUrl).password)
    expect(new URL(other.smtpUrl).hostname).toBe('127.0.0.1')
  })
})

describe('on demand', () => {
  test.each([
    ['reject', { code: 'EENVELOPE', responseCode: 550 }],
    ['temporary', { code: 'EMESSAGE', responseCode: 451 }],
    ['drop', { message: expect.stringMatching(/closed|ECONN|EPIPE|reset/i) }],
    ['hang', { code: 'ETIMEDOUT' }],
  ] as const)('%s, once', async (kind, error) => {
    mail.control.set({ fault: { kind } })
    await expect(send({})).rejects.toMatchObject(error)
    expect(mail.inbox.list()).toEqual([])
    await send({})
    expect(mail.inbox.list()).toHaveLength(1)
  })

  test('refuses some addresses as often as requested', async () => {
    mail.control.set({ fault: { kind: 'reject', times: 2, match: { to: '@bad.example' } } })
    await send({})
    await expect(send({ to: 'x@bad.example' })).rejects.toMatchObject({ responseCode: 550 })
    expect(await send({ to: ['x@bad.example', 'y@good.example'] })).toMatchObject({
      accepted: ['y@good.example'],
      rejected: ['x@bad.example'],
    })
    await send({ to: 'x@bad.example' })
    expect(mail.inbox.list().map(({ to }) => to[0])).toEqual(['x@bad.example', 'y@good.example', 'ann@one.example'])
  })
})

test('accepts mail to an international domain', async () => {
  await send({ to: 'hilfe@xn--bcher-kva.example' })
  expect(mail.inbox.list({ to: 'hilfe@xn--bcher-kva.example' })).toHaveLength(1)
})

test('stores nothing when a client breaks off in the middle', async () => {
  const socket: Socket = connect(Number(new URL(mail.smtpUrl).port), '127.0.0.1')
  const heard = vi.fn<(text: string) => void>()
  socket.on('data', (data) => heard(data.toString()))
  for (const [line, reply] of [
    ['', '220'],
    ['EHLO x', '250'],
    ['MAIL FROM:<a@x.example>', '250'],
    ['RCPT TO:<b@x.example>', '250'],
    ['DATA', '354'],
  ] as const) {
    heard.mockClear()
    if (line) socket.write(`${line}\r\n`)
    await vi.waitFor(() => expect(heard.mock.calls.flat().join('')).toContain(reply))
  }
  socket.write('From: a@x.example\r\n\r\nhalf')
  socket.destroy()
  await send({ subject: 'after' })
  expect(mail.inbox.list().map(({ subject }) => subject)).toEqual(['after'])
})
