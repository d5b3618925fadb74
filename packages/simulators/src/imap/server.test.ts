import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startImap } from './server.ts'

async function session(options?: Parameters<typeof startImap>[0]) {
  const imap = await startImap(options)
  const socket = connect(Number(new URL(imap.url).port), '127.0.0.1')
  onTestFinished(async () => {
    socket.destroy()
    await imap.close()
  })
  let text = ''
  socket.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  socket.on('error', () => undefined)
  const until = async (part: string) => {
    await vi.waitFor(() => expect(text).toContain(part), { timeout: 10_000 })
    const end = text.indexOf('\r\n', text.indexOf(part))
    const read = text.slice(0, end)
    text = text.slice(end + 2)
    return read
  }
  let tag = 0
  /** The response without its tag, and the untagged ones before it. */
  const run = async (command: string) => {
    tag += 1
    socket.write(`t${tag} ${command}\r\n`)
    return (await until(`t${tag} `)).replace(`t${tag} `, '')
  }
  await until('ready')
  return { imap, socket, run, until, logIn: () => run(`LOGIN ${imap.user} "${imap.password}"`) }
}

test('refuses wrong passwords, and commands out of their state', async () => {
  const { imap, run, logIn } = await session()
  expect(await run('SELECT INBOX')).toMatch(/^BAD/)
  expect(await run(`LOGIN ${imap.user} wrong`)).toMatch(/^NO \[AUTHENTICATIONFAILED\]/)
  const plain = Buffer.from(`\0${imap.user}\0wrong`).toString('base64')
  expect(await run(`AUTHENTICATE PLAIN ${plain}`)).toMatch(/^NO \[AUTHENTICATIONFAILED\]/)
  expect(await logIn()).toMatch(/^OK/)
  expect(await run('UID SEARCH ALL')).toMatch(/^BAD select/)
  expect(await run('SELECT Trash')).toMatch(/^NO \[NONEXISTENT\]/)
  expect(await run('SELECT INBOX')).toMatch(/\* 0 EXISTS.*OK \[READ-WRITE\]/s)
})

test.each([
  'UID FETCH 1',
  'UID FETCH x (UID)',
  'UID SEARCH FROM ada',
  'UID STORE 1 FLAG (x)',
  'FETCH "1',
  'NOOP (',
  'XYZ',
])('refuses %s', async (command) => {
  const { imap, run, logIn } = await session()
  imap.deliver('From: a@b.test\r\n\r\nHi')
  await logIn()
  await run('SELECT INBOX')
  expect(await run(command)).toMatch(/^BAD/)
})

test('searches, fetches and marks by UID, and writes nothing where the mailbox is open for reading', async () => {
  const { imap, run, logIn } = await session()
  for (const name of ['a', 'b', 'c']) imap.deliver(`Subject: ${name}\r\n\r\nHello`)
  await logIn()
  await run('SELECT INBOX')
  expect(await run('UID STORE 2 +FLAGS (\\Seen)')).toContain('* 2 FETCH (UID 2 FLAGS (\\Seen))')
  expect(await run('UID SEARCH UNSEEN')).toContain('* SEARCH 1 3\r\n')
  expect(await run('UID SEARCH UID 9:*')).toContain('* SEARCH 3\r\n')
  expect(await run('UID FETCH 3 (UID RFC822.SIZE BODY.PEEK[HEADER]<0.7>)')).toContain(
    '* 3 FETCH (UID 3 RFC822.SIZE 19 BODY[HEADER]<0> {7}\r\nSubject)',
  )
  expect(await run('UID SEARCH UNSEEN')).toContain('* SEARCH 1 3\r\n')
  await run('UID FETCH 3 BODY[]')
  expect(await run('UID SEARCH UNSEEN')).toContain('* SEARCH 1\r\n')
  await run('EXAMINE INBOX')
  expect(await run('UID STORE 1 +FLAGS (\\Seen)')).toMatch(/^NO/)
})

test('tells of new mail while the client idles, takes literals, and drops connections on demand', async () => {
  const { imap, socket, run, until } = await session()
  socket.write(`a LOGIN {${imap.user.length}}\r\n`)
  await until('+ Ready')
  socket.write(`${imap.user} {${imap.password.length}+}\r\n${imap.password}\r\n`)
  expect(await until('a ')).toContain('OK')
  await run('SELECT INBOX')
  socket.write('i IDLE\r\n')
  await until('+ idling')
  imap.deliver('Subject: a\r\n\r\nHello')
  await until('* 1 EXISTS')
  socket.write('DONE\r\n')
  expect(await until('i ')).toContain('OK')
  imap.dropAt('NOOP')
  const closed = once(socket, 'close')
  socket.write('n NOOP\r\n')
  await closed
})
