import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SeenPage, SeenScript } from '@parlance/contract/widget/embed'
import { judgePage, unreadCheck, type Expected } from './embed-check.ts'

const AGENT = 'AbCdEfGhIjKlMnOp'
const OTHER = 'PoNmLkJiHgFeDcBa'
const expected: Expected = {
  agentId: AGENT,
  region: 'eu',
  origins: ['https://chat.example'],
  siteAllowed: () => true,
}
const script = (over: Partial<SeenScript> = {}): SeenScript => ({
  src: '',
  type: '',
  nonce: '',
  text: '',
  inert: false,
  ...over,
})
const TAG = script({ src: 'https://chat.example/widget.js', agent: AGENT, region: 'eu', render: 'popup' })
const page = (over: Partial<SeenPage> = {}): SeenPage => ({
  url: 'https://shop.example/',
  base: 'https://shop.example/',
  redirects: [],
  status: 200,
  contentType: 'text/html',
  isHtml: true,
  scripts: [TAG],
  policies: [],
  commented: false,
  cut: false,
  ...over,
})
const judge = (over: Partial<SeenPage> = {}, want: Partial<Expected> = {}) => {
  const { verdict, findings } = judgePage(page(over), { ...expected, ...want })
  return { verdict, codes: findings.map(({ code }) => code), findings }
}
const header = (text: string) => ({ policies: [{ where: 'header', text } as const] })
const older = (text: string) => [script({ text }), script({ src: 'https://chat.example/widget.js' })]

describe('problems of a page', () => {
  test.each([
    ['the tag', {}, 'live', ['found']],
    ['two tags, one of them ours', { scripts: [{ ...TAG, agent: OTHER }, TAG] }, 'live', ['found']],
    ['a tag without a region is in eu', { scripts: [{ ...TAG, region: undefined }] }, 'live', ['found']],
    ['the older form', { scripts: older(`window.VG_CONFIG = { ID: "${AGENT}", region: 'eu' }`) }, 'live', ['found']],
    [
      'the older form with several',
      { scripts: older(`VG_CONFIG = [{ID:'${OTHER}',region:'na'},{ID:'${AGENT}'}]`) },
      'live',
      ['found'],
    ],
    ['the older form of another agent', { scripts: older(`VG_CONFIG={"ID":"${OTHER}"}`) }, 'broken', ['other-agent']],
    ['another agent', { scripts: [{ ...TAG, agent: OTHER }] }, 'broken', ['other-agent']],
    ['no agent', { scripts: [{ ...TAG, agent: undefined }] }, 'broken', ['no-agent']],
    ['another region', { scripts: [{ ...TAG, region: 'na' }] }, 'broken', ['wrong-region']],
    ['another server', { scripts: [{ ...TAG, src: 'https://old.example/widget.js' }] }, 'broken', ['other-origin']],
    [
      'a plain script on a secure page',
      { scripts: [{ ...TAG, src: 'http://chat.example/widget.js' }] },
      'broken',
      ['mixed-content'],
    ],
    ['a plain page', { url: 'http://shop.example/' }, 'live', ['found', 'http-page']],
    ['held back by a consent banner', { scripts: [{ ...TAG, type: 'text/plain' }] }, 'broken', ['held']],
    ['as a module', { scripts: [{ ...TAG, type: 'module' }] }, 'live', ['found']],
    ['in noscript', { scripts: [{ ...TAG, inert: true }] }, 'broken', ['inert']],
    ['in a comment', { scripts: [], commented: true }, 'missing', ['commented']],
    ['nothing', { scripts: [] }, 'missing', ['missing']],
    [
      'a script of the same name of somebody else',
      { scripts: [script({ src: '/js/widget.js' })] },
      'missing',
      ['missing'],
    ],
    [
      'a tag manager',
      { scripts: [script({ src: 'https://www.googletagmanager.com/gtm.js?id=GTM-AB12CD' })] },
      'unsure',
      ['tag-manager'],
    ],
    ['a page with an error', { status: 503 }, 'unread', ['status']],
    ['a picture', { isHtml: false, contentType: 'image/png' }, 'unread', ['not-html']],
    ['a detour', { redirects: ['http://shop.example/'] }, 'live', ['found', 'redirected']],
    ['only its beginning', { scripts: [], cut: true }, 'missing', ['missing', 'cut']],
    ['an unreadable address in a tag', { scripts: [{ ...TAG, src: 'http://[' }] }, 'missing', ['missing']],
  ] satisfies [string, Partial<SeenPage>, string, string[]][])('%s', (_, over, verdict, codes) => {
    expect(judge(over)).toMatchObject({ verdict, codes })
  })

  test('names the tag manager in the page', () => {
    const snippet = script({
      text: `w[l].push({'gtm.start':1});})(window,document,'script','dataLayer','GTM-XYZ9876');`,
    })
    expect(judge({ scripts: [snippet] }).findings).toEqual([
      { code: 'tag-manager', level: 'warning', values: { containers: 'GTM-XYZ9876' } },
    ])
  })

  test('is live without a visible tag when the site loaded it before', () => {
    const lastSeen = '2026-03-01T10:00:00.000Z'
    expect(judge({ scripts: [] }, { lastSeen })).toMatchObject({ verdict: 'live', codes: ['seen-before'] })
  })

  test('reports a site that the agent does not allow', () => {
    const siteAllowed = (site: URL) => site.hostname !== 'shop.example'
    const { verdict, findings } = judge({}, { siteAllowed })
    expect(verdict).toBe('broken')
    expect(findings[1]).toEqual({ code: 'site-not-allowed', level: 'problem', values: { site: 'shop.example' } })
  })

  test('names each missing policy source once, with its place', () => {
    const both = [
      { where: 'header', text: "default-src 'self'" },
      { where: 'meta', text: "script-src 'self'" },
    ] as const
    const found = judge({ policies: both }).findings
    expect(found.map(({ values }) => values)).toEqual([
      { directive: 'script-src', source: 'https://chat.example', where: 'meta' },
      { directive: 'connect-src', source: 'https://chat.example', where: 'header' },
      { directive: 'frame-src', source: 'https://chat.example', where: 'header' },
    ])
    const open = 'script-src https://chat.example; connect-src https://chat.example; frame-src https://chat.example'
    expect(judge(header(open)).verdict).toBe('live')
    expect(judge(header('sandbox')).findings[0]?.values).toMatchObject({ directive: 'sandbox' })
    // With two policies, both must allow it.
    expect(judge(header(`${open}, script-src 'self'`)).codes).toEqual(['blocked'])
  })

  test('requires the older form’s script', () => {
    const scripts = older(`VG_CONFIG = {ID:'${AGENT}'}`)
    const allowed = 'script-src https://chat.example'
    expect(judge({ scripts, ...header(allowed) }).codes).toEqual(['blocked'])
    expect(judge({ scripts, ...header(`${allowed} 'unsafe-inline'`) }).codes).toEqual(['found'])
  })

  test('supports an installation with several origins', () => {
    const origins = ['https://chat.example', 'https://chat.agency.example']
    const scripts = [{ ...TAG, src: 'https://chat.agency.example/widget.js' }]
    expect(judge({ scripts }, { origins }).verdict).toBe('live')
  })

  test('without a page', () => {
    expect(unreadCheck('https://a.example/', 'timeout')).toEqual({
      url: 'https://a.example/',
      verdict: 'unread',
      findings: [{ code: 'unread', level: 'problem', values: { reason: 'timeout' } }],
    })
  })

  test('never fails, and is live only with the tag', () => {
    const scripts = fc.array(
      fc.record({ src: fc.string(), type: fc.string(), nonce: fc.string(), text: fc.string(), inert: fc.boolean() }),
    )
    const policies = fc.array(
      fc.record({ where: fc.constantFrom('header' as const, 'meta' as const), text: fc.string() }),
    )
    fc.assert(
      fc.property(scripts, policies, (some, held) => judge({ scripts: some, policies: held }).verdict !== 'live'),
    )
  })
})
