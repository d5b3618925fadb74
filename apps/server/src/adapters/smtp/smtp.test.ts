import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { createLog } from '../../lib/log.ts'
import { createSmtpMailer } from './smtp.ts'

const log = createLog({ level: 'silent' })
const from = 'Parlance <hello@parlance.test>'
const mail = { to: 'ada@example.test', subject: 'Grüße', text: 'Hello\n', html: '<p>Hello</p>' }

function mailerTo(port: number) {
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from, log })
  onTestFinished(() => mailer.close())
  return mailer
}

async function smtpServer(onRecipient: (address: string) => Error | undefined = () => undefined) {
  const received: { raw: Buffer; connection: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => done(onRecipient(address)),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({ raw: Buffer.concat(chunks), connection: session.id })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, received }
}

test('delivers a whole mail, and reuses the connection', async () => {
  const { port, received } = await smtpServer()
  const mailer = mailerTo(port)
  await mailer.send(mail)
  await mailer.send({ ...mail, subject: 'Second' })
  expect(received).toHaveLength(2)
  expect(new Set(received.map((one) => one.connection)).size).toBe(1)
  const parsed = await PostalMime.parse(received[0]?.raw ?? Buffer.alloc(0))
  expect(parsed.subject).toBe(mail.subject)
  expect(parsed.from).toMatchObject({ name: 'Parlance', address: 'hello@parlance.test' })
  expect(parsed.to).toMatchObject([{ address: mail.to }])
  expect(parsed.text?.trim()).toBe('Hello')
  expect(parsed.html).toContain('<p>Hello</p>')
})

test('a mail may come in another name, never from another address', async () => {
  const { port, received } = await smtpServer()
  await mailerTo(port).send({ ...mail, fromName: 'Ada <ada@elsewhere.test>, "x"\r\nBcc: b@elsewhere.test' })
  const { from: sender, to, bcc } = await PostalMime.parse(received[0]?.raw ?? Buffer.alloc(0))
  expect(sender?.address).toBe('hello@parlance.test')
  expect([to?.length, bcc]).toEqual([1, undefined])
})

test('gives the reason of a refusal, and sends the next mail', async () => {
  const { port, received } = await smtpServer((address) =>
    address.startsWith('full') ? new Error('Mailbox full') : undefined,
  )
  const mailer = mailerTo(port)
  await expect(mailer.send({ ...mail, to: 'full@example.test' })).rejects.toThrow('Mailbox full')
  await mailer.send(mail)
  expect(received).toHaveLength(1)
})

test('rejects when the server is unreachable or hangs up', async () => {
  const rude = createServer((socket) => socket.destroy())
  rude.listen(0, '127.0.0.1')
  await once(rude, 'listening')
  const { port } = rude.address() as AddressInfo
  await expect(mailerTo(port).send(mail)).rejects.toThrow()
  await new Promise<void>((resolve) => rude.close(() => resolve()))
  await expect(mailerTo(port).send(mail)).rejects.toThrow(/ECONNREFUSED/)
})

test('attaches files and sets the reply address', async () => {
  const { port, received } = await smtpServer()
  const file = {
    filename: 'hours.txt',
    contentType: 'text/plain',
    base64: Buffer.from('We open at nine.').toString('base64'),
  }
  await mailerTo(port).send({ ...mail, replyTo: 'mia@example.test', attachments: [file] })
  const { attachments, replyTo } = await PostalMime.parse(received[0]?.raw ?? Buffer.alloc(0))
  expect(replyTo).toMatchObject([{ address: 'mia@example.test' }])
  expect(attachments).toMatchObject([{ filename: 'hours.txt', mimeType: 'text/plain' }])
  expect(new TextDecoder().decode(attachments[0]?.content as ArrayBuffer)).toBe('We open at nine.')
})
