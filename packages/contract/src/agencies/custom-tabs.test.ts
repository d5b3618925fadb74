import { describe, expect, test } from 'vitest'
import { CustomTabsInput } from './custom-tabs.ts'
import { isFrameUrl, tabHrefProblem, tabPath } from './tab-rules.ts'

const tab = (href: string, more: object = {}) => ({ label: 'News', href, ...more })
const messages = (tabs: object[]) => CustomTabsInput.safeParse(tabs).error?.issues.map(({ message }) => message)

describe('the URL of a custom tab', () => {
  test.each([
    ['/news', [], undefined],
    ['docs/news', [], undefined],
    ['news', [], 'tab_href_slash'],
    ['/', [], 'tab_href_characters'],
    ['/../x', [], 'tab_href_characters'],
    ['/a?b', [], 'tab_href_characters'],
    ['/convos', [], 'tab_href_reserved'],
    [' /Convos/ ', [], 'tab_href_reserved'],
    ['/news', ['/news'], 'tab_href_taken'],
    ['/NEWS/', ['news/'], 'tab_href_taken'],
  ] as const)('%j next to %j: %s', (href, others, problem) => expect(tabHrefProblem(href, others)).toBe(problem))
  test('stores one spelling', () => expect(tabPath(' News/Latest/ ')).toBe('/news/latest'))
})

describe('custom tabs', () => {
  test('explain a bad URL in the specification’s words', () => {
    expect(messages([tab('news')])).toEqual(['The URL must contain a slash, for example /news.'])
    expect(messages([tab('/convos')])).toEqual(['This URL is reserved for a default tab'])
    expect(messages([tab('/news'), tab('/news')])).toEqual(['This URL is already used by another tab'])
  })
  test('have the specification’s eight fields when saved', () => {
    const [saved] = CustomTabsInput.parse([tab('/news')])
    expect(Object.keys(saved ?? {}).toSorted()).toEqual(
      ['label', 'href', 'iconUrl', 'pageType', 'htmlContent', 'jsContent', 'iframeUrl', 'alwaysVisible'].toSorted(),
    )
  })
  test.each([
    ['https://example.com/a', true],
    ['http://example.com', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['https://me:secret@example.com', false],
    ['', false],
  ])('accept the page %j: %s', (iframeUrl, isTaken) => {
    expect(isFrameUrl(iframeUrl)).toBe(isTaken)
    expect(messages([tab('/x', { pageType: 'iframe', iframeUrl })]) === undefined).toBe(isTaken)
  })
  test.each([
    ['/media/agencies/eu/abcdefghij0123456789.webp', true],
    ['/media/eu/abcdefghij0123456789.webp', false],
    ['data:image/webp;base64,AAAA', false],
    ['https://evil.example/x.png', false],
  ])('accept the icon %s: %s', (iconUrl, isTaken) =>
    expect(messages([tab('/x', { iconUrl })]) === undefined).toBe(isTaken),
  )
})
