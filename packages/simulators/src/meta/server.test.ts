import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startMeta } from './server.ts'

const USER = '6100000001'

test('keeps chats and the time people may be answered in when it starts again', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'meta-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const storeFile = join(dir, 'state.json')
  const start = async () => {
    const meta = await startMeta({ storeFile })
    onTestFinished(() => meta.close())
    return meta
  }
  const first = await start()
  const [phone] = first.whatsapp.assetsOf(USER).phoneIds
  const token = first.login(USER)
  const write = async (meta: typeof first, to: string) =>
    (
      await fetch(`${meta.url}/v18.0/${phone}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to,
          type: 'text',
          text: { body: 'At nine.' },
        }),
      })
    ).status
  await first.whatsapp.say({ phone, text: 'When do you open?' })
  await first.whatsapp.say({ phone, from: '15550003333', text: 'Hello' })
  first.whatsapp.ageWindow(phone, 25 * 3_600_000, '15550003333')
  await first.close()
  const second = await start()
  expect(await write(second, '15550002222')).toBe(200)
  expect(await write(second, '15550003333')).toBe(400)
  expect(second.whatsapp.chat(phone).map(({ text }) => text)).toEqual(['When do you open?', 'At nine.'])
  await second.close()
  const third = await start()
  expect(third.whatsapp.chat(phone).map(({ text }) => text)).toEqual(['When do you open?', 'At nine.'])
})
