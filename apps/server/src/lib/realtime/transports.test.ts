import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { createLog } from '../log.ts'
import { postgresTransport } from './transports.ts'

const { eu } = await freshDatabases()
const log = createLog({ level: 'silent' })

/** A proxy of the database that can stop to forward without closing anything. */
async function startProxy() {
  const { host, port, user = '', password = '', database = '' } = new pg.Client({ connectionString: eu.url })
  const pairs: (readonly [Socket, Socket])[] = []
  const proxy = createServer((from) => {
    const to = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const socket of [from, to]) socket.on('error', () => undefined)
    from.pipe(to).pipe(from)
    pairs.push([from, to])
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  onTestFinished(() => {
    for (const socket of pairs.flat()) socket.destroy()
    proxy.close()
  })
  const url = new URL(`postgres://127.0.0.1:${(proxy.address() as AddressInfo).port}/${database}`)
  Object.assign(url, { username: user, password: password ?? '' })
  return {
    url: url.href,
    count: () => pairs.length,
    fallSilent() {
      for (const [from, to] of pairs) {
        from.unpipe(to).resume()
        to.unpipe(from).resume()
      }
    },
  }
}

test('listens again when its connection falls silent without being closed', { timeout: 30_000 }, async () => {
  const proxy = await startProxy()
  const heard: string[] = []
  const listen = (text: string) => void heard.push(text)
  const line = await postgresTransport(eu.pool, proxy.url, log, listen, { everyMs: 500, answerMs: 300 })
  onTestFinished(line.close)
  await line.send('before')
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['before'])
  proxy.fallSilent()
  await line.send('lost')
  await expect.poll(proxy.count, { timeout: 20_000 }).toBe(2)
  const again = async () => {
    await line.send('after')
    return heard.at(-1)
  }
  await expect.poll(again, { timeout: 20_000, interval: 100 }).toBe('after')
  expect(heard).not.toContain('lost')
})
