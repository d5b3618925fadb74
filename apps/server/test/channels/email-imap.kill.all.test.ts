// kill -9 while mails arrive in the mailbox, then a restart on the same data: each mail is in the inbox once, and answered.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startImap } from '@parlance/simulators/imap/server'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { afterAll, expect, test } from 'vitest'
import { clientOf } from '../helpers/app.ts'
import { startProcess } from '../helpers/child.ts'

const MAILS = 6
const ROUNDS = 3
const DOMAIN = 'in.example.test'
const WAIT = { timeout: 120_000, interval: 200 }

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-imap-kill-'))
// The database account passes through this directory when the tests run as root.
chmodSync(dataDir, 0o711)
const [imap, model] = await Promise.all([startImap(), startOpenAi({ firstTokenMs: 20, perTokenMs: 20 })])
const env = {
  RATE_LIMIT_SCALE: '10000',
  OPENAI_API_KEY: model.key,
  OPENAI_BASE_URL: model.url,
  INBOUND_MAIL_DOMAIN: DOMAIN,
  INBOUND_IMAP_URL: imap.url,
}
let running = await startProcess(dataDir, env)
afterAll(async () => {
  await running.stop()
  await Promise.all([imap.close(), model.close()])
  rmSync(dataDir, { recursive: true, force: true })
})

test('takes every mail once although the process is killed while they arrive', async () => {
  const { must, signUp, makeAgent } = clientOf(running.url, model)
  const owner = await signUp('na')
  const agent = await makeAgent(owner, { title: 'Lamp shop' })
  const path = (url: string) => `${url}/api/na/v2/agents/${agent.id}`
  await must('POST', `${running.url}/api/na/agents/${agent.id}/channels/email`, owner.token, { fields: {} })
  const senders: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let at = 0; at < MAILS; at += 1) {
      const name = `ada-${round}-${at}`
      senders.push(`${name}@example.test`)
      const head = [`From: ${name}@example.test`, `To: agent+${agent.id.toLowerCase()}@${DOMAIN}`, 'Subject: Hours']
      imap.deliver(`${[...head, `Message-ID: <${name}@example.test>`].join('\r\n')}\r\n\r\nWhen do you open?\r\n`)
    }
    const last = imap.mailbox.mails.length
    // Killed while the mails of this round are stored, marked and answered.
    const isSeen = () => imap.mailbox.mails.slice(last - MAILS).some(({ flags }) => flags.has('\\Seen'))
    await expect.poll(isSeen, WAIT).toBe(true)
    await running.kill()
    running = await startProcess(dataDir, env)
  }
  const again = clientOf(running.url, model)
  /** How many messages of the visitor each conversation has. */
  const said = async () => {
    const { items } = await again.must<{ items: { id: string; messageCount: number }[] }>(
      'GET',
      `${path(running.url)}/conversations?limit=100`,
      owner.token,
    )
    const all = await Promise.all(
      items.map(({ id }) =>
        again.must<{ messages: { from: string }[] }>('GET', `${path(running.url)}/conversations/${id}`, owner.token),
      ),
    )
    return all.map(({ messages }) => messages.filter(({ from }) => from === 'user').length)
  }
  await expect.poll(said, WAIT).toEqual(senders.map(() => 1))
  await expect.poll(() => imap.mailbox.mails.every(({ flags }) => flags.has('\\Seen')), WAIT).toBe(true)
  const mailed = async () => {
    const { items } = await again.must<{ items: { to: string[] }[] }>(
      'GET',
      `${running.url}/api/sandbox/mails`,
      undefined,
    )
    return senders.filter((sender) => items.some(({ to }) => to.includes(sender))).length
  }
  await expect.poll(mailed, WAIT).toBe(senders.length)
}, 600_000)
