// How every mail has to be, whoever filled it in: words in both forms, one language, nothing from elsewhere, nothing unescaped.
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import type { Message } from '@parlance/core/conversations/conversations'
import { line } from './letter.ts'
import { transcriptMail } from './transcript.ts'
import { addressChangeMail, addressNoticeMail } from './account-mails.ts'
import * as mails from './mails.ts'
import { securityMail, type SecurityNews, signInMail } from './security-mails.ts'
import { sampleMails } from './samples.ts'
import { wordsOf } from './words.ts'

const LINK = 'https://app.example.test/here?a=1&token=b'
const AT = '2026-11-21T23:28:00Z'
const HOSTILE =
  '</title></style><script>alert(1)</script><img src=x onerror=alert(1)>"\'\r\nBcc: b@evil.example\u202Ehttps://evil.example/a www.evil.example\0'

const said = (from: Message['from'], content: string): Message => ({
  id: 'm1',
  seq: 1,
  at: AT,
  from,
  items: [{ type: 'text', text: content }],
  sources: [],
  turnId: 't1',
  status: 'complete',
})

const news = (what: SecurityNews) =>
  securityMail({ what, link: LINK, at: AT, device: 'Firefox on Linux', network: '203.0.113.0', country: 'Germany' })

/** Every mail, with the same words wherever somebody else may put words. */
const all = (words: string): Record<string, Promise<mails.MailContent>> => ({
  verification: mails.verificationMail({ link: LINK }),
  reset: mails.resetMail({ link: LINK }),
  invitation: mails.invitationMail({ link: LINK, inviter: words, workspace: words, role: 'editor', region: 'eu' }),
  eventFailures: mails.eventFailuresMail({
    link: LINK,
    workspace: words,
    endpoint: words,
    total: 12,
    failures: Array.from({ length: 11 }, () => ({ type: words, at: AT, reason: words, attempts: 5 })),
  }),
  workspaceLog: mails.workspaceLogMail({
    link: LINK,
    workspace: words,
    type: words,
    content: words,
    channel: words,
    agent: words,
    at: AT,
  }),
  notice: mails.noticeMail({ workspace: words, subject: words, html: `<p>${words}</p>` }),
  accountDeleted: mails.accountDeletedMail({ at: AT }),
  exportReady: mails.exportReadyMail({ link: LINK, expiresAt: AT }),
  transcript: transcriptMail({ title: words, owned: '', messages: [said('agent', words), said('user', words)] }),
  signIn: signInMail({ link: LINK, at: AT, device: words, network: '203.0.113.0', country: words, method: words }),
  passkeyAdded: news({ news: 'passkey-added', name: words }),
  passkeyRemoved: news({ news: 'passkey-removed', name: words }),
  factorOn: news({ news: 'factor-on' }),
  factorOff: news({ news: 'factor-off' }),
  codesRenewed: news({ news: 'codes-renewed' }),
  codeUsed: news({ news: 'code-used', left: 0 }),
  providerLinked: news({ news: 'provider-linked', name: words }),
  providerUnlinked: news({ news: 'provider-unlinked', name: words }),
  passwordChanged: news({ news: 'password-changed' }),
  passwordReset: news({ news: 'password-reset' }),
  sessionsEnded: news({ news: 'sessions-ended' }),
  factorsReset: news({ news: 'factors-reset' }),
  addressLeft: news({ news: 'address-left', before: 'ada@old.example', after: 'ada@new.example' }),
  addressTaken: news({ news: 'address-taken', before: 'ada@old.example', after: 'ada@new.example' }),
  addressChange: addressChangeMail({ link: LINK }),
  addressNotice: addressNoticeMail({ link: LINK, newEmail: 'ada@new.example' }),
})
const NAMES = Object.keys(all(''))
const mailOf = async (name: string, words: string) => {
  const mail = await all(words)[name]
  if (!mail) throw new Error(name)
  return mail
}

/** Tags with their attributes, in order. */
function tagsOf(html: string) {
  const tags: { name: string; attributes: Record<string, string> }[] = []
  const parser = new Parser({ onopentag: (name, attributes) => tags.push({ name, attributes }) })
  parser.end(html)
  return tags
}

describe.each(NAMES)('%s', (name) => {
  test('has a subject, words in both forms, a language, and asks nobody for anything', async () => {
    const { subject, text, html } = await mailOf(name, 'Ada’s workspace')
    expect(subject.length).toBeGreaterThan(5)
    expect(text.startsWith(`${subject}\n\n`)).toBe(true)
    expect(text).toMatch(/\n--\n\n.{30,}\n$/)
    expect(html).toMatch(/^<!doctype html>/)
    expect(html).toMatch(/<html[^>]* lang="en"/)
    expect(html).toContain('prefers-color-scheme:dark')
    const tags = tagsOf(html)
    expect(tags.filter(({ name: tag }) => /^(img|link|script|iframe|form|object|svg)$/.test(tag))).toEqual([])
    expect(html).not.toMatch(/url\(|@import|https?:\/\/(?!app\.example\.test)/)
    const links = tags.flatMap(({ attributes }) => attributes.href ?? [])
    expect(new Set(links)).toEqual(new Set(links.length > 0 ? [LINK] : []))
    expect(text.includes(LINK)).toBe(links.length > 0)
  })

  test('[1.13] hostile words stay words', async () => {
    const [calm, mail] = await Promise.all([mailOf(name, 'calm'), mailOf(name, HOSTILE)])
    // The same tags and attributes, whatever the words are; line ends of quoted words alone become lines.
    const shape = ({ html }: mails.MailContent) =>
      tagsOf(html)
        .filter(({ name: tag }) => tag !== 'br')
        .map(({ name: tag, attributes }) => [tag, Object.keys(attributes), attributes.href])
    expect(shape(mail)).toEqual(shape(calm))
    expect(mail.html).not.toMatch(/<script|<img|evil\.example|https?:\/\/evil/)
    expect(mail.text).not.toMatch(/evil\.example|https?:\/\/evil|\u202E|\0|\r/)
    expect(mail.subject).not.toMatch(/[\p{C}]/u)
  })
})

test('what joins letters stays, what hides an address goes', () => {
  expect(line('👩\u200D💻 می\u200Cخواهم')).toBe('👩\u200D💻 می\u200Cخواهم')
  expect(line('evil\u200D.example ev\u00ADil.example evil\u200B.example')).not.toMatch(/l\.example/)
})

test('a long name does not become a long subject', async () => {
  const { subject } = await mails.invitationMail({
    link: LINK,
    inviter: 'x'.repeat(5000),
    workspace: 'y'.repeat(5000),
    role: 'viewer',
    region: 'na',
  })
  expect(subject.length).toBeLessThan(150)
})

test('every mail has a sample, and samples link to us alone', async () => {
  const samples = await sampleMails('https://app.example.test')
  expect(samples.map(({ id }) => id.replace(/-./g, (dash) => dash.charAt(1).toUpperCase())).toSorted()).toEqual(
    NAMES.toSorted(),
  )
  for (const { mail } of samples)
    for (const { attributes } of tagsOf(mail.html).filter(({ name }) => name === 'a'))
      expect(attributes.href).toMatch(/^https:\/\/app\.example\.test\//)
})

test('a digest names ten failures and counts the rest', async () => {
  const { text } = await mailOf('eventFailures', 'new_lead')
  expect(text.match(/tried 5 times/g)).toHaveLength(10)
  expect(text).toContain('And 2 more.')
})

describe('the words of HTML', () => {
  test.each([
    ['<p>Hello <b>there</b>,</p><p>second<br>line</p>', 'Hello there,\n\nsecond\nline'],
    ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
    ['<a href="https://evil.example">Click</a> &amp; <img alt="x" src="y">go', 'Click & go'],
    ['<style>p{}</style><script>alert(1)</script>Only this<!-- not this -->', 'Only this'],
    ['no markup at all\n  but lines', 'no markup at all but lines'],
    ['<script>never ends', ''],
    ['', ''],
  ])('%s', (html, words) => expect(wordsOf(html)).toBe(words))

  test('are read however deep they are nested', () => {
    expect(wordsOf(`${'<a>'.repeat(20_000)}in${'</b>'.repeat(9_000)}`)).toBe('in')
    expect(wordsOf(`${'<div>'.repeat(19_000)}in`)).toBe('in')
  })
})
