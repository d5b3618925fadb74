import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** A free port below the ephemeral range, so that no outgoing connection takes it before it is used. */
export async function quietPort(): Promise<number> {
  const port = randomInt(20_000, 30_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return quietPort()
  await new Promise((resolve) => server.close(resolve))
  return port
}
