import { startResend } from '@parlance/simulators/resend/server'
import { expect } from 'vitest'
import { createEmail } from '../../src/adapters/email/email.ts'
import { createInbound } from '../../src/adapters/resend/inbound.ts'
import { conforms } from './conformance.ts'

const resend = await startResend()
await resend.close()
const DOMAIN = 'in.example.test'
const ACCOUNT = 'agent+abcdef0123456789'
const never = () => Promise.reject(new Error('nothing is sent here'))
const event = JSON.stringify({
  type: 'email.received',
  created_at: '2026-11-28T10:00:00.000Z',
  data: {
    email_id: 'mail-1',
    from: 'ada@example.test',
    to: [`${ACCOUNT}@${DOMAIN}`],
    received_for: [`${ACCOUNT}@${DOMAIN}`],
  },
})
const at = String(Math.floor(Date.now() / 1000))
const headers = (signature: string) =>
  new Headers({ 'svix-id': 'msg_1', 'svix-timestamp': at, 'svix-signature': signature })

const mail = (over: object = {}, headersOfMail: object = {}) => ({
  id: 'mail-1',
  from: { address: 'ada@example.test', name: 'Ada' },
  to: [`${ACCOUNT}@${DOMAIN}`],
  subject: 'Opening hours',
  text: 'When do you open?',
  html: '',
  headers: headersOfMail,
  messageId: '<root@example.test>',
  at: 1796000000000,
  attachments: [],
  ...over,
})
/** Thread id of Ada's mailbox and a conversation that starts with `<root@example.test>`. */
const THREAD = /^[0-9a-f]{24}$/

conforms({
  adapter: createEmail({
    inboundMail: createInbound({ domain: DOMAIN, secrets: [resend.webhookSecret], accountOf: () => undefined }),
    mailers: { of: () => ({ send: never, later: never, sendOrLater: never }) },
    draw: never,
    fileOf: never,
  }),
  connection: {
    id: 'chc_1',
    channel: 'email',
    region: 'eu',
    workspaceId: 'w',
    agentId: 'AbCdEf0123456789',
    account: ACCOUNT,
    settings: { address: `${ACCOUNT}@${DOMAIN}` },
    secrets: {},
  },
  signed: {
    path: '',
    url: 'https://parlance.example/webhooks/email',
    params: {},
    headers: headers(resend.receiving.sign('msg_1', at, event)),
    body: Buffer.from(event),
  },
  forged: headers('v1,Zm9yZ2Vk'),
  inbound: [
    {
      name: 'a first mail',
      body: mail(),
      says: [
        {
          kind: 'message',
          id: 'mail-1',
          text: 'Opening hours\n\nWhen do you open?',
          thread: expect.stringMatching(THREAD) as string,
          sender: { id: 'ada@example.test', name: 'Ada' },
          details: {
            address: 'ada@example.test',
            subject: 'Opening hours',
            references: '<root@example.test>',
            messageId: '<root@example.test>',
          },
        },
      ],
    },
    {
      name: 'an answer, without what it quotes',
      body: mail(
        {
          id: 'mail-2',
          text: 'And on Sunday?\n\nOn Mon, Shop <a@b.example> wrote:\n> At nine.',
          messageId: '<third@example.test>',
        },
        { references: '<root@example.test> <second@shop.example>' },
      ),
      says: [
        {
          kind: 'message',
          text: 'And on Sunday?',
          details: expect.objectContaining({
            references: '<root@example.test> <second@shop.example> <third@example.test>',
          }) as Record<string, string>,
        },
      ],
    },
    {
      name: 'files and a photo inside the text, without logos and signatures',
      body: mail({
        id: 'mail-3',
        text: '',
        attachments: [
          { id: 'a1', filename: 'order.pdf', mime: 'application/pdf', bytes: 10 },
          { id: 'a2', filename: 'logo.png', mime: 'image/png', bytes: 10, isInline: true },
          { id: 'a5', filename: 'smime.p7s', mime: 'application/pkcs7-signature', bytes: 4000 },
          { id: 'a4', filename: 'photo.jpg', mime: 'image/jpeg', bytes: 90_000, isInline: true },
          { id: 'a3', filename: 'film.mov', mime: 'video/quicktime', bytes: 30_000_000 },
        ],
      }),
      says: [
        {
          kind: 'message',
          text: 'Opening hours',
          media: [
            { id: 'mail-3/a1', kind: 'file', name: 'order.pdf', mime: 'application/pdf', bytes: 10 },
            { id: 'mail-3/a4', kind: 'picture', name: 'photo.jpg', mime: 'image/jpeg', bytes: 90_000 },
            // The sender learns that it is too large.
            { id: 'mail-3/a3', kind: 'video', name: 'film.mov', mime: 'video/quicktime', bytes: 30_000_000 },
          ],
        },
      ],
    },
    {
      name: 'a mail with a subject alone',
      body: mail({ id: 'mail-4', text: '' }),
      says: [{ kind: 'message', text: 'Opening hours' }],
    },
    {
      name: 'HTML as its text',
      body: mail({ id: 'mail-5', text: '', html: '<p>Hello <b>you</b></p><script>alert(1)</script>' }),
      says: [{ kind: 'message', text: 'Opening hours\n\nHello you' }],
    },
    { name: 'an out-of-office answer', body: mail({}, { 'auto-submitted': 'auto-replied' }), says: [] },
    { name: 'a mailing list', body: mail({}, { 'list-id': '<news.example.test>' }), says: [] },
    { name: 'a bounce', body: mail({ from: { address: 'mailer-daemon@mx.example', name: '' } }), says: [] },
    { name: 'a mail of ourselves', body: mail({ from: { address: `agent+other@${DOMAIN}`, name: '' } }), says: [] },
    { name: 'a sender that is not believed', body: mail({}, { 'authentication-results': 'mx; dmarc=fail' }), says: [] },
  ],
  textOf: ({ body }) => String(body.text),
  assertValid({ method, body }) {
    expect(method).toBe('send')
    expect(body.key).toMatch(/^[0-9a-f]{32}$/)
    expect(String(body.text).length).toBeLessThanOrEqual(200_000)
    expect((body.attachments as unknown[]).length).toBeLessThanOrEqual(5)
  },
})
