// An unused message is removed from all languages.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS } from '@parlance/contract/lib/errors'
import english from '@parlance/i18n/locales/en/messages.json' with { type: 'json' }
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const SOURCES = ['packages/*/src/**/*.ts', 'apps/server/src/**/*.ts', 'apps/dashboard/src/**/*.{ts,tsx}']
/** `region_${region}`, `transfer_number_${refusal}`. */
const COMPUTED = /^(region|transfer_number)_/

test('uses every message somewhere', () => {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  const source = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const general = new Set(Object.keys(ERRORS).map((code) => code.toLowerCase()))
  const unused = Object.keys(english).filter(
    (code) => !general.has(code) && !COMPUTED.test(code) && !source.includes(`'${code}'`),
  )
  expect(unused).toEqual([])
})

test('gives each error the message of its code', () => {
  const texts: Readonly<Record<string, string>> = english
  for (const [code, { message }] of Object.entries(ERRORS))
    expect(texts[code.toLowerCase()] ?? message, code).toBe(message)
})
