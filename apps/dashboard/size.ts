// Checks the gzipped scripts and texts loaded before each first page against a budget; exits 1 when over it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PAGE_NAMESPACES } from './src/i18n/page-namespaces.ts'

const KB = 1024
const dist = join(import.meta.dirname, 'dist')
const SHELL = ['index.html', 'src/app/layout/app-shell.tsx']
/** Imports of an address before its page shows, with the budget in KB. */
const FIRST_PAGES = {
  'after sign-in': {
    limit: 260,
    imports: [...SHELL, 'src/app/layout/plain-frame.tsx', 'src/features/agents/list/agents-page.tsx'],
    pages: ['AppShell', 'PlainFrame', 'AgentsPage'],
  },
  login: { limit: 260, imports: ['index.html', 'src/features/accounts/auth/login.tsx'], pages: ['LoginPage'] },
  'an agent': {
    limit: 260,
    imports: [...SHELL, 'src/app/agent-area/agent-area.tsx', 'src/features/agents/design/design-page.tsx'],
    pages: ['AppShell', 'AgentArea', 'DesignPage'],
  },
  'a client’s home': {
    limit: 220,
    imports: ['index.html', 'src/app/client/client-shell.tsx'],
    pages: ['ClientShell'],
  },
} as const

type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest

function files(keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build`)
    if (seen.has(chunk.file)) continue
    seen.add(chunk.file)
    files(chunk.imports ?? [], seen)
  }
  return seen
}

function weigh(file: string): number {
  const code = readFileSync(join(dist, file))
  if (code.includes('ZodError')) throw new Error(`${file} holds the schema library`)
  return gzipSync(code, { level: 9 }).length / KB
}

const textsOf = (pages: readonly (keyof typeof PAGE_NAMESPACES)[]) =>
  pages.flatMap((page) => PAGE_NAMESPACES[page]).map(textsKey)

/** Texts shared by several pages form a named chunk. */
function textsKey(namespace: string): string {
  const key = `../../packages/i18n/locales/en/${namespace}.json`
  return manifest[key]
    ? key
    : (Object.keys(manifest).find((one) => manifest[one]?.name === `${namespace}-texts`) ?? key)
}

for (const [name, { limit, imports, pages }] of Object.entries(FIRST_PAGES)) {
  const weighed = [...files([...imports, ...textsOf(pages)])].map((file) => ({ file, size: weigh(file) }))
  const total = weighed.reduce((sum, { size }) => sum + size, 0)
  console.log(`${total > limit ? 'over' : 'ok'}: ${name} ${total.toFixed(1)} of ${limit} KB in ${weighed.length} files`)
  if (total <= limit) continue
  process.exitCode = 1
  for (const { file, size } of weighed.toSorted((a, b) => b.size - a.size).slice(0, 12))
    console.log(`${size.toFixed(1).padStart(7)} KB ${file}`)
}

/** Page, script and style of client sign-in; the whole page may have 90 KB with a font of 35 KB. */
const SIGN_IN_LIMIT = 55
type SignIn = Record<string, { file: string; css?: string[] }>
const signIn = (JSON.parse(readFileSync(join(dist, '.vite/sign-in.json'), 'utf8')) as SignIn)['sign-in.html']
const parts = ['sign-in.html', signIn?.file ?? '', ...(signIn?.css ?? [])]
const signInSize = parts.reduce((sum, file) => sum + weigh(file), 0)
console.log(
  `${signInSize > SIGN_IN_LIMIT ? 'over' : 'ok'}: client sign-in ${signInSize.toFixed(1)} of ${SIGN_IN_LIMIT} KB`,
)
if (signInSize > SIGN_IN_LIMIT) process.exitCode = 1
