import { expect, onTestFinished, test } from 'vitest'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { startProxy } from '../../../test/helpers/database-proxy.ts'
import { createLog } from '../log.ts'
import { postgresTransport } from './transports.ts'

const { eu } = await freshDatabases()
const log = createLog({ level: 'silent' })

test('listens again when its connection falls silent without being closed', { timeout: 30_000 }, async () => {
  const proxy = await startProxy(eu.url)
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
