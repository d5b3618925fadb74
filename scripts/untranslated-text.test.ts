// Dashboard texts are in the catalogue, translated to every language; components contain none.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../apps/dashboard/src')

const READ = new Set(
  'label aria-label ariaLabel placeholder title description alt text hint note caption legend heading summary message error content'.split(
    ' ',
  ),
)

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'the names of products and standards': ['Parlance', 'Apple Pay', 'Standard Webhooks'],
  'what stands before a key': ['pk_…'],
  'names of programs, fonts and keys of a keyboard': ['Node', 'Python', 'Open Sans', 'Samsung Internet', 'Mac OS'],
  'how a key looks': ['-----BEGIN PRIVATE KEY-----', '{"city":"Bern"}', 'https://api.example.com/orders/{orderId}'],
  'examples of what an event carries, as a program gets it': ['Do you ship to Norway?', 'Please call me.'],
  'sentences that languages know by themselves (packages/i18n/locales/en/messages.json)': [
    'It isn’t JSON.',
    'Two steps have the same id.',
  ],
}
const allowed = new Set(Object.values(ALLOWED).flat())
/** Keys, classes and address parts contain no space or capital, or dots between words. */
const isWords = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !allowed.has(text) && / |^\p{Lu}/u.test(text) && !/^Ctrl( \w+)+$/.test(text)
/** For other strings: only clear sentences, since code contains much else. */
const isSentence = (text: string): boolean =>
  !allowed.has(text) && (/^\p{Lu}[\p{L}’']* .*[.!?]$/u.test(text) || /^\p{Lu}\p{Ll}+(?: \p{Ll}+){2,}$/u.test(text))

interface Inner {
  readonly type?: string
  readonly value?: unknown
}

/** Possible string results of an expression, excluding calls. */
function textsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(textsOf)
  const { type, value } = node as Inner
  if (type === 'CallExpression' || type === 'JSXElement' || type === 'ArrowFunctionExpression') return []
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type === 'BinaryExpression' || type === 'MemberExpression') return []
  return Object.values(node).flatMap(textsOf)
}

function wordsIn(file: string, code: string): string[] {
  const found = new Set<string>()
  const keep = (is: (text: string) => boolean, texts: readonly string[]) => {
    for (const text of texts.map((one) => one.trim())) if (is(text)) found.add(`${file}: ${text}`)
  }
  const { program } = parseSync(file, code)
  new Visitor({
    JSXText: ({ value }) => keep((text) => /\p{L}{2}/u.test(text) && !allowed.has(text), [value]),
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && READ.has(name.name)) keep(isWords, textsOf(value))
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && READ.has(key.name) && value.type === 'Literal') keep(isWords, textsOf(value))
    },
    Literal: ({ value }) => {
      if (typeof value === 'string') keep(isSentence, [value])
    },
  }).visit(program)
  return [...found]
}

test('has no literal texts in pages', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|^testing\/|^i18n\//.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((file) => wordsIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test.each([
  ['text between tags', 'export const a = <p>Save all</p>'],
  ['a label', 'export const a = <b aria-label="Close">{x}</b>'],
  ['a label by a condition', `export const a = <b title={on ? 'Switch off' : t('x.y')} />`],
  ['an entry of a table', `export const a = [{ value: 'x', label: 'Every day' }]`],
  ['a sentence', `export const a = 'This can’t be read.'`],
])('%s is found', (_, code) => {
  expect(wordsIn('a.tsx', code)).toHaveLength(1)
})

test.each([
  ['a key of the catalogue', `export const a = <b title={t('agents.card.open')} label={on ? t('a.b') : undefined} />`],
  ['a class', 'export const a = <b className="row truncate" />'],
  ['a comparison', `export const a = <b label={mode === 'Light mode' ? t('a.b') : t('a.c')} />`],
  ['addresses below each other', 'export const a = <b placeholder={`example.com\\n*.example.com`} />'],
])('%s is none', (_, code) => {
  expect(wordsIn('a.tsx', code)).toEqual([])
})
