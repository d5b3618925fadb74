// Rules for every mail, no matter who wrote its parts: text and HTML say the same, one language, nothing loaded, nothing
// unescaped.
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { directionOf, type Language, LANGUAGES } from '@parlance/contract/accounts/languages'
import type { Message } from '@parlance/contract/conversations/schemas'
import { line } from './email-document.ts'
import { replyMail } from './reply.ts'
import { transcriptMail } from './transcript.ts'
import { addressChangeMail, addressNoticeMail } from './account-mails.ts'
import { clientCodeMail, clientInvitationMail, feedbackMail, notificationMail } from './client-mails.ts'
import * as mails from './mails.ts'
import { noticeTexts } from './notices.ts'
import { securityMail, type SecurityNews, signInMail } from './security-mails.ts'
import { sampleMails } from './samples.ts'
import { htmlToText } from './html-to-text.ts'

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

const ORIGIN = { device: { browser: 'firefox', platform: 'linux' }, network: '203.0.113.0', country: 'DE' } as const

/** Every mail, with the same words in all untrusted fields. */
function all(words: string, language: Language = 'en'): Record<string, () => Promise<mails.MailContent>> {
  const told = { language, link: LINK }
  const news = (what: SecurityNews) => () => securityMail({ ...told, what, at: AT, ...ORIGIN, network: words })
  const messages = [said('agent', words), said('user', words), said('human', words), said('system', words)]
  const place = { inviter: words, workspace: words, role: 'editor', region: 'eu' } as const
  const failures = Array.from({ length: 11 }, () => ({ type: words, at: AT, reason: words, attempts: 5 }))
  const log = { workspace: words, type: words, content: words, channel: words, agent: words, at: AT }
  const addresses = { before: 'ada@old.example', after: 'ada@new.example' }
  return {
    verification: () => mails.verificationMail(told),
    reset: () => mails.resetMail(told),
    invitation: () => mails.invitationMail({ ...told, ...place }),
    clientInvitation: () =>
      clientInvitationMail({ ...told, agency: words, org: words, name: words, byCode: false, isNew: true }),
    clientPassword: () =>
      clientInvitationMail({ ...told, agency: words, org: words, name: words, byCode: false, isNew: false }),
    notification: async () => {
      const texts = await noticeTexts(language, 'handoff', { visitor: words, agent: words })
      return notificationMail({ ...told, agency: words, ...texts })
    },
    clientFeedback: () =>
      feedbackMail({
        language,
        agency: words,
        org: words,
        from: { name: words, email: 'ada@example.test' },
        subject: '',
        message: words,
      }),
    clientCode: () => clientCodeMail({ language, agency: words, code: '204816' }),
    eventFailures: () => mails.eventFailuresMail({ ...told, workspace: words, endpoint: words, total: 12, failures }),
    workspaceLog: () => mails.workspaceLogMail({ ...told, ...log }),
    notice: () => mails.noticeMail({ language, workspace: words, subject: words, html: `<p>${words}</p>` }),
    accountDeleted: () => mails.accountDeletedMail({ language, at: AT }),
    exportReady: () => mails.exportReadyMail({ ...told, expiresAt: AT }),
    reply: () => replyMail({ language, title: words, owned: '', replies: messages, message: words, pageUrl: words }),
    transcript: () => transcriptMail({ language, title: words, owned: '', messages, reader: 'visitor' }),
    signIn: () => signInMail({ ...told, at: AT, ...ORIGIN, network: words, method: 'passkey' }),
    passkeyAdded: news({ news: 'passkey-added', name: words }),
    passkeyRemoved: news({ news: 'passkey-removed', name: words }),
    factorOn: news({ news: 'factor-on' }),
    factorOff: news({ news: 'factor-off' }),
    codesRenewed: news({ news: 'codes-renewed' }),
    codeUsed: news({ news: 'code-used', left: 0 }),
    providerLinked: news({ news: 'provider-linked', name: words }),
    providerUnlinked: news({ news: 'provider-unlinked', name: words }),
    passwordChanged: news({ news: 'password-changed' }),
    passwordsGuessed: news({ news: 'passwords-guessed' }),
    passwordReset: news({ news: 'password-reset' }),
    sessionsEnded: news({ news: 'sessions-ended' }),
    factorsReset: news({ news: 'factors-reset' }),
    addressLeft: news({ news: 'address-left', ...addresses }),
    addressTaken: news({ news: 'address-taken', ...addresses }),
    addressChange: () => addressChangeMail(told),
    addressNotice: () => addressNoticeMail({ ...told, newEmail: 'ada@new.example' }),
  }
}
const NAME = 'Zaphod'
const NAMES = Object.keys(all(''))
const mailOf = async (name: string, words: string, language: Language = 'en') => {
  const mail = await all(words, language)[name]?.()
  if (!mail) throw new Error(name)
  return mail
}

function tagsOf(html: string) {
  const tags: { name: string; attributes: Record<string, string> }[] = []
  const parser = new Parser({ onopentag: (name, attributes) => tags.push({ name, attributes }) })
  parser.end(html)
  return tags
}

const EACH = LANGUAGES.flatMap((language) => NAMES.map((name) => ({ language, name })))
describe.each(EACH)('$language $name', ({ language, name }) => {
  test('has a subject, both formats and a language, and loads nothing', async () => {
    const { subject, text, html } = await mailOf(name, 'Ada’s workspace', language)
    expect(subject.length).toBeGreaterThan(5)
    expect(text.startsWith(`${subject}\n\n`)).toBe(true)
    expect(text).toMatch(/\n--\n\n.{30,}\n$/)
    expect(html).toMatch(/^<!doctype html>/)
    const tags = tagsOf(html)
    expect(tags.find(({ name: tag }) => tag === 'html')?.attributes).toEqual({
      lang: language,
      dir: directionOf(language),
    })
    expect(html).toContain('prefers-color-scheme:dark')
    expect(tags.filter(({ name: tag }) => /^(img|link|script|iframe|form|object|svg)$/.test(tag))).toEqual([])
    expect(html).not.toMatch(/url\(|@import|https?:\/\/(?!app\.example\.test)/)
    const links = tags.flatMap(({ attributes }) => attributes.href ?? [])
    expect(new Set(links)).toEqual(new Set(links.length > 0 ? [LINK] : []))
    expect(text.includes(LINK)).toBe(links.length > 0)
  })

  test('[1.13] keeps hostile text as text', async () => {
    const [calm, mail] = await Promise.all([mailOf(name, 'calm', language), mailOf(name, HOSTILE, language)])
    // The same tags and attributes for any words; only line breaks of quoted text add lines.
    const shape = ({ html }: mails.MailContent) =>
      tagsOf(html)
        .filter(({ name: tag }) => tag !== 'br')
        .map(({ name: tag, attributes }) => [tag, Object.keys(attributes), attributes.href])
    expect(shape(mail)).toEqual(shape(calm))
    expect(mail.html).not.toMatch(/<script|<img|evil\.example|https?:\/\/evil/)
    expect(mail.text).not.toMatch(/evil\.example|https?:\/\/evil|\u202E|\0|\r/)
    expect(mail.subject).not.toMatch(/[\p{C}]/u)
  })

  test.skipIf(language === 'en')('says nothing in English', async () => {
    const [mail, english] = await Promise.all([mailOf(name, NAME, language), mailOf(name, NAME)])
    const sentences = ({ text }: mails.MailContent) =>
      text.split(/\n|(?<=[.:]) /).filter((each) => /\p{L}+ \p{L}+/u.test(each))
    const own = sentences(mail).filter((each) => !each.includes(NAME))
    expect(own.filter((each) => sentences(english).includes(each))).toEqual([])
    // Our own words that are drawn but missing in the text part.
    expect(mail.html).not.toMatch(/Sent by|If the button/)
    expect(mail.html.includes(NAME)).toBe(english.html.includes(NAME))
    if (name !== 'notice') expect(mail.subject).not.toBe(english.subject)
  })
})

test('keeps joiners of letters, and removes what hides a URL', () => {
  expect(line('👩\u200D💻 می\u200Cخواهم')).toBe('👩\u200D💻 می\u200Cخواهم')
  expect(line('evil\u200D.example ev\u00ADil.example evil\u200B.example')).not.toMatch(/l\.example/)
})

test.each(LANGUAGES)('%s: keeps names in an invitation’s subject plain, short and on one line', async (language) => {
  const invite = (inviter: string, workspace: string) =>
    mails.invitationMail({ language, link: LINK, inviter, workspace, role: 'viewer', region: 'na' })
  const { subject } = await invite('x'.repeat(5000), 'y'.repeat(5000))
  expect(subject.match(/x+…?/)?.[0].length).toBeLessThanOrEqual(60)
  expect(subject.match(/y+…?/)?.[0].length).toBeLessThanOrEqual(60)
  expect(subject.length).toBeLessThan(150)
  const sly = await invite('Ada\r\nBcc: eve@evil.example', 'Bakery\u2028<b>now</b>\tor\0never')
  expect(sly.subject).toContain('Ada Bcc: eve@evil[.]example')
  expect(sly.subject).toContain('Bakery <b>now</b> ornever')
  expect(sly.subject).not.toMatch(/[\r\n\u2028]/)
  expect((await invite('', 'Bakery')).subject).toMatch(/^.{3,} .*Bakery/)
})

test.each(LANGUAGES)('%s: has a sample of every mail, with links only to us', async (language) => {
  const samples = await sampleMails('https://app.example.test', language)
  expect(samples.map(({ id }) => id.replace(/-./g, (dash) => dash.charAt(1).toUpperCase())).toSorted()).toEqual(
    NAMES.toSorted(),
  )
  for (const { mail } of samples)
    for (const { attributes } of tagsOf(mail.html).filter(({ name }) => name === 'a'))
      expect(attributes.href).toMatch(/^https:\/\/app\.example\.test\//)
})

test.each([
  ['en', '21 November 2026, 23:28 UTC', 'Firefox on Linux', 'Germany'],
  ['de', '21. November 2026 um 23:28 UTC', 'Firefox unter Linux', 'Deutschland'],
  ['es', '21 de noviembre de 2026 a las 23:28 UTC', 'Firefox en Linux', 'Alemania'],
  ['fr', '21 novembre 2026 à 23:28 UTC', 'Firefox sur Linux', 'Allemagne'],
  ['pt', '21 de novembro de 2026 às 23:28 UTC', 'Firefox no Linux', 'Alemanha'],
  ['ar', '21 نوفمبر 2026 في 23:28 بالتوقيت العالمي', 'متصفح Firefox على Linux', 'ألمانيا'],
] as const)('%s: times, devices and countries are written as the language does', async (language, ...facts) => {
  const { text } = await signInMail({ language, link: LINK, at: AT, ...ORIGIN, method: 'password' })
  for (const fact of facts) expect(text).toContain(` ${fact}\n`)
})

test('lists ten failures in a digest and counts the rest', async () => {
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
  ])('%s', (html, words) => expect(htmlToText(html)).toBe(words))

  test('are read however deep they are nested', () => {
    expect(htmlToText(`${'<a>'.repeat(20_000)}in${'</b>'.repeat(9_000)}`)).toBe('in')
    expect(htmlToText(`${'<div>'.repeat(19_000)}in`)).toBe('in')
  })
})

test('uses readable colours of the agency in mails to clients', async () => {
  const { mailColours } = await import('@parlance/contract/agencies/theme')
  const { AgencyProfile } = await import('@parlance/contract/agencies/schemas')
  const { agencyThemeJson } = await import('@parlance/contract/agencies/look-values')
  const profile = AgencyProfile.parse({ customThemeJSONString: agencyThemeJson('#f7c325', false) })
  const about = { language: 'en', agency: 'Northlight', colours: mailColours(profile) } as const
  const mail = await clientCodeMail({ ...about, code: '123456' })
  const notice = await notificationMail({ ...about, title: 'Mia', body: 'Hello?', link: 'https://chat.example' })
  expect(notice.html).toContain('3px solid #f7c325')
  expect(notice.html).not.toMatch(/#c9c6f4|#3d3d78/)
  expect(mail.html).toContain('#f7c325')
  expect(mail.html).toMatch(/color:#000000[^"]*"[^>]*>N</)
  expect(mail.html).not.toMatch(/#5147d6|Parlance/i)
})
