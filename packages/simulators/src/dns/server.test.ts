import { mkdtempSync, rmSync } from 'node:fs'
import { Resolver } from 'node:dns/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startDns } from './server.ts'

test('answers with records made on the page, keeps them for the next run, and removes deleted ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dns-'))
  const storeFile = join(folder, 'records.json')
  const record = { name: 'Chat.Agency.example', type: 'TXT', value: 'claim=1' }
  const say = (url: string, body: object) =>
    fetch(`${url}/page/say`, { method: 'POST', body: JSON.stringify(body) }).then(({ status }) => status)
  const look = async (address: string) => {
    const resolver = new Resolver()
    resolver.setServers([address])
    return resolver.resolveTxt('chat.agency.example').catch((error: NodeJS.ErrnoException) => error.code)
  }
  try {
    const first = await startDns({ storeFile })
    expect(await say(first.url, { records: [record] })).toBe(200)
    expect(await say(first.url, { records: [{ ...record, type: 'NS' }] })).toBe(400)
    expect(await look(first.address)).toEqual([['claim=1']])
    await first.close()
    const second = await startDns({ storeFile })
    expect(await look(second.address)).toEqual([['claim=1']])
    expect(await say(second.url, { remove: record })).toBe(200)
    expect(await look(second.address)).toBe('ENOTFOUND')
    await second.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
