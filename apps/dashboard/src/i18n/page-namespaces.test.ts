// Guards against bare keys: a page must load the texts of every module it can reach, lazy parts included.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTexts } from '@parlance/i18n/read-texts'
import { expect, test } from 'vitest'
import { PAGE_NAMESPACES } from './page-namespaces.ts'

const src = join(import.meta.dirname, '..')
const ROUTES = join(src, 'app/routes.tsx')
const english = readTexts('en')
const ALWAYS = ['common', 'errors', 'shell']
const IMPORT = /(?:import|export)\s(?!type\s)[^'";]*?from '(\.[^']+)'|import\('(\.[^']+)'\)|import '(\.[^']+)'/g
const LAZY_PART = /lazyWithTexts\(\s*(?:loadWhenIdle\()?\(\) => import\('([^']+)'\)\)?,\s*'(\w+)',?\s*\)/g
const KEY = /['"`](\w+)\.(\w*)/g
const PLURALS = ['', '_zero', '_one', '_two', '_few', '_many', '_other']

/** Whether English has such a key. For keys built at run time only the beginning is known. */
function isKey(namespace: string, first: string): boolean {
  const texts = Object.hasOwn(english, namespace) ? english[namespace as keyof typeof english] : undefined
  return texts !== undefined && (first === '' || PLURALS.some((plural) => Object.hasOwn(texts, first + plural)))
}

/** The namespaces used by a module and its imports, except parts that load their own texts. */
function namespacesOf(file: string, found = new Set<string>(), seen = new Set<string>()): Set<string> {
  if (seen.has(file) || file === ROUTES || !/\.tsx?$/.test(file) || !existsSync(file)) return found
  seen.add(file)
  const code = readFileSync(file, 'utf8').replaceAll(LAZY_PART, '')
  for (const [, namespace = '', first = ''] of code.matchAll(KEY)) if (isKey(namespace, first)) found.add(namespace)
  for (const [, from, lazy, effect] of code.matchAll(IMPORT))
    namespacesOf(join(file, '..', from ?? lazy ?? effect ?? ''), found, seen)
  return found
}

const routes = readFileSync(ROUTES, 'utf8')
const lazyPages = [
  ...[...routes.matchAll(/import\('([^']+)'\),\s*'(\w+)'/g)].map(([, path = '', name = '']) => ({
    file: join(src, 'app', path),
    name,
  })),
  ...globSync('**/*.tsx', { cwd: src }).flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(LAZY_PART)].map(([, path = '', name = '']) => ({
      file: join(src, file, '..', path),
      name,
    })),
  ),
]

test('covers every page of the routes and every part with its own texts', () => {
  const names = new Set(lazyPages.map(({ name }) => name))
  expect([...names].toSorted()).toEqual(Object.keys(PAGE_NAMESPACES).toSorted())
})

test('the entry uses only its own texts', () => {
  const before = namespacesOf(join(src, 'app/main.tsx'))
  const eager = [...routes.matchAll(/from '(\.[^']+)'|await import\('(\.[^']+)'\)/g)]
  for (const [, from, lazy] of eager) namespacesOf(join(src, 'app', from ?? lazy ?? ''), before)
  expect([...before].filter((namespace) => !ALWAYS.includes(namespace))).toEqual([])
})

test.each(lazyPages)('$name loads the namespaces it uses', ({ name, file }) => {
  const needed = [...namespacesOf(file)].filter((namespace) => !ALWAYS.includes(namespace)).toSorted()
  expect(PAGE_NAMESPACES[name as keyof typeof PAGE_NAMESPACES]).toEqual(needed)
})
