import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Resend } from 'resend'
import { expect, onTestFinished, test } from 'vitest'
import { startResend } from '@parlance/simulators/resend/server'

interface Told {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

async function start(failures = 0) {
  const told: Told[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      told.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(told.length > failures ? 200 : 503).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const resend = await startResend()
  onTestFinished(async () => {
    await resend.close()
    server.close()
    server.closeAllConnections()
  })
  resend.deliverTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return { resend, told, client: new Resend(resend.key, { baseUrl: resend.url }) }
}
const MAIL = { from: 'Ada <ada@one.example>', to: 'agent@in.example', subject: 'Hi', text: 'Hello' }

test('calls the webhook until it accepts the mail, with a signature that the service’s library accepts', async () => {
  const { resend, told, client } = await start(1)
  const { id, status } = await resend.receive(MAIL)
  expect([status, told.length]).toEqual([200, 2])
  const { headers, body } = told[1] ?? { headers: {}, body: '' }
  const verify = (payload: string) =>
    client.webhooks.verify({
      payload,
      headers: {
        id: String(headers['svix-id']),
        timestamp: String(headers['svix-timestamp']),
        signature: String(headers['svix-signature']),
      },
      webhookSecret: resend.webhookSecret,
    })
  expect(verify(body)).toMatchObject({ type: 'email.received', data: { email_id: id, to: ['agent@in.example'] } })
  expect(body).not.toContain('Hello')
  expect(() => verify(body.replace('ada@', 'eve@'))).toThrow()
  expect(headers['svix-id']).toBe(told[0]?.headers['svix-id'])
})

test('returns the text and files of a mail when the key is right', async () => {
  const { resend, client } = await start()
  const attachments = [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('file') }]
  const { id } = await resend.receive({ ...MAIL, attachments, headers: { 'Auto-Submitted': 'auto-replied' } })
  const { data } = await client.emails.receiving.get(id)
  expect(data).toMatchObject({
    id,
    from: MAIL.from,
    text: 'Hello',
    html: null,
    headers: { 'auto-submitted': 'auto-replied' },
  })
  const [file] = data?.attachments ?? []
  const found = await client.emails.receiving.attachments.get({ emailId: id, id: file?.id ?? '' })
  expect(await (await fetch(found.data?.download_url ?? '')).text()).toBe('file')
  expect((await client.emails.receiving.attachments.list({ emailId: id })).data?.data).toHaveLength(1)
  expect((await client.emails.receiving.list()).data?.data.map((one) => one.id)).toEqual([id])
  const stranger = new Resend('re_wrong', { baseUrl: resend.url })
  expect((await stranger.emails.receiving.get(id)).error?.statusCode).toBe(403)
  expect((await client.emails.receiving.get('nothing')).error?.statusCode).toBe(404)
  expect((await fetch(`${resend.url}/received-files/guess`)).status).toBe(403)
})

test('quotes and references the answered mail', async () => {
  const { resend, client } = await start()
  const answers = {
    from: 'Shop <a@shop.example>',
    subject: 'Hi',
    text: 'At nine.',
    messageId: '<first@shop.example>',
    date: '2026-11-28T10:00:00Z',
  }
  const { id } = await resend.receive({ ...MAIL, subject: '', text: 'Thanks', answers })
  const { data } = await client.emails.receiving.get(id)
  expect(data?.subject).toBe('Re: Hi')
  expect(data?.text).toContain('Thanks\n\nOn Sat, 28 Nov 2026 10:00:00 GMT, Shop <a@shop.example> wrote:\n\n> At nine.')
  expect(data?.headers).toMatchObject({ 'in-reply-to': '<first@shop.example>', references: '<first@shop.example>' })
})
