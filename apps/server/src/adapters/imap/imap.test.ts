import { type ImapSimulator, startImap } from '@parlance/simulators/imap/server'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { isAutomatic, isForged, type InboundMailEvent, type InboundMailService } from '../../lib/inbound-mail.ts'
import type { ImapSettings } from '../../lib/settings.ts'
import { createImap } from './imap.ts'
import { mailIdOf, nameOf } from './mailbox.ts'
import { eventOf, parseMail } from './parse.ts'
import { parseInWorker } from './parse-in-worker.ts'

const DOMAIN = 'in.example.test'
const AGENT = `agent+abc@${DOMAIN}`
const WAIT = { timeout: 20_000, interval: 20 }
vi.setConfig({ testTimeout: 60_000 })

const mailOf = (headers: Record<string, string>, text = 'When do you open?') =>
  `${Object.entries({
    From: 'Ada <Ada@Example.test>',
    To: AGENT,
    Subject: 'Hours',
    'Message-ID': '<m1@example.test>',
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n${text}\r\n`
const bytes = (text: string) => new TextEncoder().encode(text)
const parsed = async (source: string, size?: number) =>
  parseMail(bytes(source), { id: '1.1', at: 0, ...(size !== undefined && { size }) })

const settingsOf = (imap: ImapSimulator, password = imap.password): ImapSettings => ({
  host: '127.0.0.1',
  port: Number(new URL(imap.url).port),
  isTls: false,
  user: imap.user,
  password,
  folder: 'INBOX',
})
const idOf = (imap: ImapSimulator, uid: number, name = nameOf(settingsOf(imap))) =>
  mailIdOf(name, BigInt(imap.mailbox.uidValidity), uid)
async function mailbox(options?: Parameters<typeof startImap>[0]) {
  const imap = await startImap(options)
  onTestFinished(() => imap.close())
  return { imap, service: createImap({ domain: DOMAIN, mailbox: settingsOf(imap) }) }
}

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
/** Listens as one process does, and keeps what another would go on with. */
function listen(service: InboundMailService, state: unknown = null) {
  const stop = new AbortController()
  const position = { state }
  const taken: InboundMailEvent[] = []
  const problems: (string | undefined)[] = []
  const failing = { times: 0 }
  const ended = service.listen?.({
    signal: stop.signal,
    state,
    keep: async (next) => void (position.state = next),
    async take(event) {
      if (failing.times-- > 0) throw new Error('the database is away')
      if (!event.to.some((address) => address.startsWith('agent+'))) return false
      taken.push(event)
      return true
    },
    report: async (problem) => void problems.push(problem?.code),
    log: { warn: () => undefined },
  })
  const close = async () => {
    stop.abort()
    await ended
    await service.close?.()
  }
  stops.push(close)
  return { position, taken, problems, failing, close }
}
const seen = ({ mailbox: { mails } }: ImapSimulator) =>
  mails.filter(({ flags }) => flags.has('\\Seen')).map(({ uid }) => uid)

test.each([
  ['the envelope, where To names a list', { To: 'all@list.test', 'Delivered-To': AGENT }, [AGENT, 'all@list.test']],
  [
    'several people',
    { To: `"Shop, the" <${AGENT}>, b@c.test`, Cc: `AGENT+x@${DOMAIN}` },
    [AGENT, 'b@c.test', `agent+x@${DOMAIN}`],
  ],
  ['a group', { To: `Shops: ${AGENT}, b@c.test;` }, [AGENT, 'b@c.test']],
])('finds the recipients in %s', async (_name, headers, to) => {
  const event = await eventOf(bytes(mailOf(headers)), '1.1')
  expect(event.to.toSorted()).toEqual(to.toSorted())
})

test('knows another copy of a mail', async () => {
  const keyOf = async (headers: Record<string, string>, id: string) => (await eventOf(bytes(mailOf(headers)), id)).key
  const key = await keyOf({}, '1.1')
  expect(await keyOf({ 'Delivered-To': 'b@c.test' }, '1.2')).toBe(key)
  expect(await keyOf({ 'Message-ID': '<m2@example.test>' }, '1.1')).not.toBe(key)
  expect(await keyOf({ From: 'Bob <bob@example.test>' }, '1.1')).not.toBe(key)
  expect(await keyOf({ 'Message-ID': '' }, '1.7')).toBe('1.7')
})

const MIXED = [
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Gr=FC=DFe',
  '--b',
  'Content-Type: application/pdf',
  'Content-Disposition: attachment; filename="=?utf-8?q?Pr=C3=A4mie.pdf?="',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('%PDF-1').toString('base64'),
  '--b',
  'Content-Type: image/png',
  'Content-ID: <logo>',
  'Content-Disposition: inline; filename=logo.png',
  '',
  'x',
  '--b--',
  '',
].join('\r\n')
const HEAD = `From: =?utf-8?b?${Buffer.from('Zoë').toString('base64')}?= <Zoe@Example.test>\r\nTo: ${AGENT}\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nMessage-ID: <m9@example.test>\r\n`

test('reads text, names and files', async () => {
  const { mail, files } = await parsed(HEAD + MIXED)
  expect(mail).toMatchObject({
    from: { name: 'Zoë', address: 'zoe@example.test' },
    subject: 'Grüße',
    messageId: '<m9@example.test>',
    attachments: [
      { id: '0', filename: 'Prämie.pdf', mime: 'application/pdf', bytes: 6, isInline: false },
      { id: '1', filename: 'logo.png', mime: 'image/png', isInline: true },
    ],
  })
  expect(mail.text.trim()).toBe('Grüße')
  expect(files[0]?.toString()).toBe('%PDF-1')
})

test('drops control characters that encoded words hide', async () => {
  const { mail } = await parsed(
    mailOf({ From: '=?utf-8?q?A=00da?= <ada@c.test>', Subject: '=?utf-8?q?Hi=0D=0ABcc:_x?=' }),
  )
  expect(mail).toMatchObject({ from: { name: 'A da', address: 'ada@c.test' }, subject: 'Hi Bcc: x' })
})

test('shows files of a mail that is too large by the size of the mail', async () => {
  const { mail, files } = await parsed((HEAD + MIXED).slice(0, 520), 50_000_000)
  expect(mail.text.trim()).toBe('Grüße')
  expect(mail.attachments[0]?.bytes).toBe(50_000_000)
  expect(files).toEqual([])
})

test.each([
  ['the server’s own check', 'Authentication-Results: mx; dmarc=fail\r\n', true],
  [
    'a second check of the server',
    'Authentication-Results: mx; spf=pass\r\nAuthentication-Results: mx; dmarc=fail\r\n',
    true,
  ],
  [
    'words of the sender below it',
    'Authentication-Results: mx; dmarc=pass\r\nAuthentication-Results: old; dmarc=fail\r\n',
    false,
  ],
])('believes %s', async (_name, head, forged) => {
  expect(isForged((await parsed(head + mailOf({}))).mail)).toBe(forged)
})

test.each([
  ['out of office', { 'Auto-Submitted': 'auto-replied' }],
  ['a list', { 'List-Id': '<news.example.test>' }],
  ['a report', { 'Content-Type': 'multipart/report; boundary=x' }],
])('sees that a machine wrote %s', async (_name, headers) => {
  expect(isAutomatic((await parsed(mailOf(headers))).mail)).toBe(true)
  expect(isAutomatic((await parsed(mailOf({}))).mail)).toBe(false)
})

test.each([
  ['told by IDLE', false],
  ['without IDLE', true],
])('takes new mails once, %s, and leaves others alone', async (_name, withoutIdle) => {
  const { imap, service } = await mailbox({ withoutIdle })
  imap.deliver(mailOf({}))
  imap.deliver(mailOf({ To: 'boss@example.test', 'Message-ID': '<m2@example.test>' }))
  const { taken, problems, position } = listen(service)
  await expect.poll(() => taken.length, WAIT).toBe(1)
  const crowd = Array.from({ length: 300 }, (_, n) => `p${n}@c.test`)
  imap.deliver(mailOf({ 'Message-ID': '<m3@example.test>', To: [...crowd, `agent+other@${DOMAIN}`].join(', ') }))
  await expect.poll(() => taken.length, WAIT).toBe(2)
  expect(taken.map(({ id }) => id)).toEqual([1, 3].map((uid) => idOf(imap, uid)))
  expect(taken[1]?.to).toContain(`agent+other@${DOMAIN}`)
  await expect.poll(() => seen(imap), WAIT).toEqual([1, 3])
  await expect.poll(() => position.state, WAIT).toMatchObject({ uid: 3 })
  expect(problems).toEqual([undefined])
})

test('reads the mail and its files later, and knows when it is gone', async () => {
  const { imap, service } = await mailbox()
  const uid = imap.deliver(HEAD + MIXED)
  const id = idOf(imap, uid)
  stops.push(async () => service.close?.())
  expect(await service.fetch('eu', id)).toMatchObject({ id, subject: 'Grüße' })
  expect((await service.attachment('eu', id, '0')).toString()).toBe('%PDF-1')
  await expect(service.attachment('eu', id, '7')).rejects.toThrow('no such file')
  expect(seen(imap)).toEqual([])
  imap.drop()
  const next = imap.deliver(mailOf({}))
  await vi.waitFor(
    async () => expect(await service.fetch('eu', idOf(imap, next))).toMatchObject({ subject: 'Hours' }),
    WAIT,
  )
  for (const gone of [idOf(imap, 99), idOf(imap, uid, 'another'), id.replace(/\.\d+\./, '.1.'), 'nonsense'])
    expect(await service.fetch('eu', gone)).toBeUndefined()
})

test('reads a large file in a worker, and only the subject of a mail that would take minutes', async () => {
  const { imap, service } = await mailbox()
  stops.push(async () => service.close?.())
  const deliver = (source: string) => idOf(imap, imap.deliver(source))
  const file = Buffer.alloc(300_000, 'x')
  const large = deliver(HEAD + MIXED.replace(Buffer.from('%PDF-1').toString('base64'), file.toString('base64')))
  expect(await service.fetch('eu', large)).toMatchObject({ attachments: [{ bytes: 300_000 }, {}] })
  expect((await service.attachment('eu', large, '0')).equals(file)).toBe(true)
  const hostile = deliver(mailOf({}, 'a\r\n'.repeat(700_000)))
  expect(await service.fetch('eu', hostile)).toMatchObject({ subject: 'Hours', text: '', attachments: [] })
})

test('reads a mail once for all its recipients, and a short one while a long one is parsed', async () => {
  const { imap } = await mailbox()
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const service = createImap({
    domain: DOMAIN,
    mailbox: settingsOf(imap),
    async parse(source, known) {
      if (source.length < 100_000) return parseInWorker(source, known)
      begun.resolve()
      await ended.promise
      return parseInWorker(source, known)
    },
  })
  stops.push(async () => service.close?.())
  const deliver = (source: string) => idOf(imap, imap.deliver(source))
  const [long, short] = [deliver(mailOf({}, 'long '.repeat(40_000))), deliver(mailOf({}, 'short'))]
  const readShort = async () => {
    await begun.promise
    const mail = await service.fetch('eu', short)
    ended.resolve()
    return mail
  }
  const [first, second, between] = await Promise.all([
    service.fetch('eu', long),
    service.fetch('na', long),
    readShort(),
  ])
  expect(between?.text.trim()).toBe('short')
  expect(first?.text.length).toBeGreaterThan(100_000)
  expect(second).toBe(first)
  expect(await service.fetch('eu', long)).toBe(first)
  expect(imap.commands.filter((command) => command.includes('BODY.PEEK[]'))).toHaveLength(2)
})

test('connects again after a cut, and finds what came meanwhile', async () => {
  const { imap, service } = await mailbox()
  const { taken } = listen(service)
  await expect.poll(() => imap.commands.includes('IDLE'), WAIT).toBe(true)
  imap.drop()
  imap.deliver(mailOf({}))
  await expect.poll(() => taken.length, WAIT).toBe(1)
  imap.drop()
  imap.deliver(mailOf({ 'Message-ID': '<m2@example.test>' }))
  await expect.poll(() => taken.length, WAIT).toBe(2)
})

test('takes a mail again when it crashed before the mark, under the same key', async () => {
  const { imap, service } = await mailbox()
  imap.dropAt('UID STORE')
  imap.deliver(mailOf({}))
  const first = listen(service)
  await expect.poll(() => first.taken.length, WAIT).toBe(2)
  expect(new Set(first.taken.map(({ key }) => key)).size).toBe(1)
  await expect.poll(() => seen(imap), WAIT).toEqual([1])
  await expect.poll(() => first.position.state, WAIT).toMatchObject({ uid: 1 })
  await first.close()
  // The next process goes on where this one stood.
  imap.deliver(mailOf({ 'Message-ID': '<m2@example.test>' }))
  const second = listen(service, first.position.state)
  await expect.poll(() => second.taken.map(({ id }) => id), WAIT).toEqual([idOf(imap, 2)])
})

test('marks nothing that could not be stored', async () => {
  const { imap, service } = await mailbox()
  const { taken, failing } = listen(service)
  failing.times = 1
  await expect.poll(() => imap.commands.includes('IDLE'), WAIT).toBe(true)
  imap.deliver(mailOf({}))
  await expect.poll(() => failing.times, WAIT).toBeLessThan(0)
  await expect.poll(() => seen(imap), WAIT).toEqual([1])
  expect(taken).toHaveLength(1)
})

test('takes nothing twice when the mailbox gives its mails new numbers', async () => {
  const { imap, service } = await mailbox()
  const { taken, position } = listen(service)
  imap.deliver(mailOf({}))
  await expect.poll(() => position.state, WAIT).toMatchObject({ uid: 1 })
  imap.renumber()
  imap.deliver(mailOf({ 'Message-ID': '<m2@example.test>' }))
  await expect.poll(() => taken.length, WAIT).toBe(2)
  expect(taken[1]?.id).toBe(idOf(imap, 2))
})

test('reports a wrong password and a missing folder until they are corrected', async () => {
  const { imap } = await mailbox()
  const wrong = listen(createImap({ domain: DOMAIN, mailbox: settingsOf(imap, 'wrong') }))
  await expect.poll(() => wrong.problems[0], WAIT).toBe('email_mailbox_refused')
  imap.changePassword('wrong')
  await expect.poll(() => wrong.problems.at(-1) ?? 'none', WAIT).toBe('none')
  const settings = { ...settingsOf(imap, 'wrong'), folder: 'Support' }
  const missing = listen(createImap({ domain: DOMAIN, mailbox: settings }))
  await expect.poll(() => missing.problems[0], WAIT).toBe('email_mailbox_no_folder')
  const nobody = listen(createImap({ domain: DOMAIN, mailbox: { ...settings, port: 1 } }))
  await expect.poll(() => nobody.problems[0], WAIT).toBe('email_mailbox_unreachable')
})
