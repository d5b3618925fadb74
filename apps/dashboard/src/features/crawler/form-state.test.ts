import type { Crawl } from '@parlance/contract/crawler/schemas'
import { CrawlSettings } from '@parlance/contract/crawler/schemas'
import { describe, expect, test } from 'vitest'
import { progressOf, waitingOf } from './crawl-state.ts'
import { blankForm, formOf, linesOf, nameFrom, problemsOf, settingsOf } from './form-state.ts'

const fine = { ...blankForm(['agent']), name: 'Shop', starts: 'https://example.com' }

describe('the form of a job', () => {
  test('produces settings the server accepts', () => {
    const form = {
      ...fine,
      starts: ' example.com \n\nexample.com\nhttps://example.com/b ',
      include: '/docs/*\n',
      maxPages: 50,
    }
    expect(problemsOf(form)).toEqual({})
    const settings = settingsOf(form)
    expect(settings).toMatchObject({
      startUrls: ['example.com', 'https://example.com/b'],
      include: ['/docs/*'],
      exclude: [],
      maxPages: 50,
    })
    expect(CrawlSettings.parse(settings)).toEqual(settings)
    expect(settingsOf(formOf({ ...settings, id: 'x' } as Crawl))).toEqual(settings)
  })
  test.each<[string, Partial<typeof fine>, string[]]>([
    ['nothing', { starts: '' }, ['starts']],
    ['no address', { starts: 'https://example.com\nnot one' }, ['starts']],
    ['another scheme', { starts: 'ftp://example.com' }, ['starts']],
    ['too many addresses', { starts: Array.from({ length: 51 }, (_, n) => `a.example/${n}`).join('\n') }, ['starts']],
    ['no name', { name: ' ' }, ['name']],
    ['no agent', { agentIds: [] }, ['agentIds']],
    ['no number', { maxPages: '', maxDepth: 21 }, ['maxPages', 'maxDepth']],
    ['half a page', { maxPages: 1.5 }, ['maxPages']],
    ['too many matchers', { exclude: Array.from({ length: 51 }, (_, n) => `/${n}`).join('\n') }, ['exclude']],
  ])('says what is wrong with %s', (_, change, fields) => {
    expect(Object.keys(problemsOf({ ...fine, ...change }))).toEqual(fields)
  })
  test('has no depth for a sitemap, where the field is hidden', () => {
    const form = { ...fine, kind: 'sitemap' as const, maxDepth: 21 }
    expect(problemsOf(form)).toEqual({})
    expect(settingsOf(form).maxDepth).toBe(blankForm([]).maxDepth)
    expect(settingsOf({ ...form, maxDepth: 5 }).maxDepth).toBe(5)
  })
  test('names a job after its site', () => {
    expect([
      nameFrom('https://www.example.com/a\nb.example'),
      nameFrom('shop.example'),
      nameFrom('http://localhost:4000/help'),
      nameFrom('localhost:4000'),
      nameFrom('shop'),
      nameFrom(''),
    ]).toEqual(['example.com', 'shop.example', 'localhost', 'localhost', '', ''])
    expect(linesOf('a\n a \n\nb')).toEqual(['a', 'b'])
  })
})

test('progress', () => {
  const counts = { pagesFound: 10, pagesRead: 3, pagesFailed: 1, pagesSkipped: 1, maxPages: 200 }
  expect([progressOf(counts), waitingOf(counts)]).toEqual([50, 5])
  expect(progressOf({ ...counts, maxPages: 4 })).toBe(75)
  expect(progressOf({ ...counts, pagesFound: 0 })).toBe(0)
})
