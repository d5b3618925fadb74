import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { Commands } from './resp.ts'
import { startRedis } from './server.ts'

const redis = await startRedis()
afterAll(() => redis.close())

/** Sends lines on a new connection and returns the response until it goes quiet. */
async function say(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(redis.url)
  const socket = connect(Number(port), hostname)
  let heard = ''
  socket.on('data', (data: Buffer) => (heard += data.toString()))
  for (const line of lines) {
    const words = line.split(' ')
    socket.write(`*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`)
  }
  await expect.poll(() => heard.split('\r\n').length - 1).toBeGreaterThanOrEqual(lines.length)
  socket.destroy()
  return heard
}
const auth = `AUTH ${new URL(redis.url).password}`

test('refuses what the real server refuses', async () => {
  expect(await say('PING')).toMatch(/^-NOAUTH/)
  expect(await say('AUTH wrong', 'PING')).toMatch(/^-WRONGPASS.*\r\n-NOAUTH/)
  expect(await say(auth, 'PING')).toBe('+OK\r\n+PONG\r\n')
  expect(await say(auth, 'FLUSHALL')).toMatch(/-ERR unknown command 'FLUSHALL'/)
  expect(await say(auth, 'SUBSCRIBE news', 'PUBLISH news hello')).toMatch(/-ERR Can't execute 'publish'/)
  expect(await say(auth, 'PUBLISH news')).toMatch(/wrong number of arguments/)
})

test('reads commands in chunks of any size, and nothing else', () => {
  const bytes = Buffer.from('*2\r\n$4\r\nPING\r\n$5\r\nhällo'.replace('$5', '$6') + '\r\n*1\r\n$4\r\nQUIT\r\n')
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const commands = new Commands()
    expect([...commands.read(bytes.subarray(0, cut)), ...commands.read(bytes.subarray(cut))]).toEqual([
      ['PING', 'hällo'],
      ['QUIT'],
    ])
  }
  for (const wrong of ['PING\r\n', '*x\r\n', '*1\r\n:1\r\n', '*99999\r\n'])
    expect(() => new Commands().read(Buffer.from(wrong))).toThrow(/expected|invalid/)
})
