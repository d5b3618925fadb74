import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { onTestFinished } from 'vitest'

/** A proxy of the database that can stop to forward without closing anything. */
export async function startProxy(databaseUrl: string) {
  const { host, port, user = '', password = '', database = '' } = new pg.Client({ connectionString: databaseUrl })
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
