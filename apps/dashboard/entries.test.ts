import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENTRIES, entryOf } from './entries.ts'
import { readTexts } from '@parlance/i18n/read-texts'

const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8')

test('writes each entry with its title, description and preview, and leaves the rest unchanged', () => {
  const { accounts } = readTexts('en')
  const titles = [accounts.signIn.title, accounts.signUp.title].map((title) => `${title} · Parlance`)
  expect(Object.values(ENTRIES).map(({ title }) => title)).toEqual(titles)
  for (const entry of Object.values(ENTRIES)) {
    const made = entryOf(page, entry)
    expect(made).toContain(`<title>${entry.title}</title>`)
    expect(made).toContain(`<meta name="description" content="${entry.description}" />`)
    expect(made).toContain(`<meta property="og:title" content="${entry.title}" />`)
    expect(entry.description).toMatch(/^.{40,200}$/)
    expect(made.slice(made.indexOf('<script'))).toBe(page.slice(page.indexOf('<script')))
  }
})

test('escapes attribute values, and rejects a page without placeholders', () => {
  const made = entryOf(page, { title: 'A <b> & "c"', description: '$& "quoted" <i>' })
  expect(made).toContain('<title>A &lt;b> &amp; &quot;c&quot;</title>')
  expect(made).toContain('content="$&amp; &quot;quoted&quot; &lt;i>"')
  expect(() => entryOf('<html></html>', { title: 'A', description: 'B' })).toThrow('nothing like')
})
