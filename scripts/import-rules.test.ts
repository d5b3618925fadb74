// Every import rule works: each is broken once in a temporary tree.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProblems } from './check-module-imports.ts'
import { root } from './run.ts'

const tree = mkdtempSync(join(tmpdir(), 'parlance-imports-'))
afterAll(() => rmSync(tree, { recursive: true, force: true }))

function plant(file: string, ...imports: string[]): void {
  const path = join(tree, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, imports.map((target, index) => `export { a as a${index} } from '${target}'\n`).join(''))
}

const LINTED = [
  ['packages/contract/src/a.ts', '@parlance/engine/step', 'The contract imports zod'],
  ['packages/contract/src/b.ts', 'node:fs', 'The contract imports zod'],
  ['packages/engine/src/a.ts', 'node:fs', 'The engine is pure'],
  ['packages/engine/src/b.ts', '@parlance/simulators/mail/server', 'The engine is pure'],
  ['packages/chat-ui/src/a.ts', '@parlance/engine/step', 'The chat is drawn with React'],
  ['packages/chat-ui/src/b.ts', '@parlance/contract/agents/api', 'The chat is drawn with React'],
  ['packages/chat-ui/src/c.ts', '../../../apps/widget/src/i18n.ts', 'The chat is drawn with React'],
  ['packages/simulators/src/a.ts', '../../../apps/server/src/app.ts', 'Simulators know nothing'],
  ['apps/dashboard/src/lib/a.ts', '../../../server/src/app.ts', 'Browser apps import packages only'],
  ['apps/dashboard/src/components/a.ts', '../features/agents/agents.ts', 'Components < features < app'],
  ['apps/dashboard/src/features/agents/a.ts', '../../app/routes.tsx', 'Components < features < app'],
  ['apps/widget/src/a.ts', 'zod', 'bundles no zod'],
  ['apps/widget/src/b.ts', '@parlance/contract/agents/api', 'bundles no zod'],
  ['apps/server/src/lib/a.ts', '../modules/agents/index.ts', 'lib knows no module'],
  ['apps/server/src/mails/a.ts', '../modules/agents/index.ts', 'mails know no module'],
  ['apps/server/src/config/a.ts', '../modules/agents/index.ts', 'config knows no module'],
  ['apps/server/src/modules/agents/a.ts', '../../adapters/smtp/smtp.ts', 'A module sees ports'],
  ['apps/server/src/modules/agents/b.ts', '../../container.ts', 'A module sees ports'],
  ['apps/server/src/modules/agents/router.ts', './repository.ts', 'Routers and jobs use the service'],
  ['apps/server/src/modules/agents/jobs.ts', './schema.ts', 'Routers and jobs use the service'],
] as const

const CHECKED = [
  ['apps/dashboard/src/features/agents/c.ts', '../tools/c.ts', 'features do not import each other'],
  ['apps/server/src/app.ts', './adapters/smtp/smtp.ts', 'only infrastructure.ts and compose/ import adapters'],
  ['apps/server/src/adapters/smtp/a.ts', '../../modules/agents/service.ts', 'an adapter sees the ports'],
  ['apps/server/src/modules/agents/d.ts', '../conversations/index.ts', 'a module imports only earlier modules'],
  ['apps/server/src/modules/conversations/d.ts', '../agents/repository.ts', 'only service.ts and index.ts are seen'],
  ['apps/server/src/modules/unknown/d.ts', '../agents/index.ts', 'modules/ORDER does not list unknown'],
] as const

let linted: readonly { readonly filename: string; readonly help?: string; readonly code?: string }[] = []

beforeAll(() => {
  plant('apps/server/src/modules/agents/allowed.ts', './repository.ts', '@parlance/engine/step', '../billing/index.ts')
  plant('packages/contract/src/cycle.ts', './back.ts')
  writeFileSync(
    join(tree, 'packages/contract/src/back.ts'),
    "export type { a0 } from './cycle.ts'\nexport const a = 1\n",
  )
  for (const [file, target] of [...LINTED, ...CHECKED]) plant(file, target)
  plant('apps/widget/src/later.ts', './circle.ts')
  writeFileSync(join(tree, 'apps/widget/src/circle.ts'), "export const a0 = () => import('./later.ts')\n")
  writeFileSync(join(tree, 'packages/contract/src/env.ts'), 'export const a = process.env\n')
  writeFileSync(join(tree, 'apps/server/src/modules/ORDER'), 'billing\nagents\nconversations\n')
  copyFileSync(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--quiet', '--format=json'], {
    cwd: tree,
    encoding: 'utf8',
  })
  linted = (JSON.parse(stdout) as { diagnostics: typeof linted }).diagnostics
})

test.each(LINTED)('%s may not import %s', (file, _target, message) => {
  expect(linted.filter(({ filename }) => filename === file).map(({ help }) => help)).toEqual([
    expect.stringContaining(message),
  ])
})

test('reports cycles of types', () => {
  const found = linted.filter(({ code }) => code?.includes('no-cycle')).map(({ filename }) => filename)
  expect(found.toSorted()).toEqual(['packages/contract/src/back.ts', 'packages/contract/src/cycle.ts'])
})

test.each(CHECKED)('%s may not import %s either', (file, _target, message) => {
  expect(findProblems(tree).filter((problem) => problem.startsWith(`${file} `))).toEqual([
    expect.stringContaining(message),
  ])
})

test('reports cycles through dynamic imports', () =>
  expect(findProblems(tree)).toContainEqual(
    'circle of imports: apps/widget/src/circle.ts → apps/widget/src/later.ts → apps/widget/src/circle.ts',
  ))

test('reads the environment in one place', () =>
  expect(findProblems(tree)).toContainEqual(expect.stringContaining('packages/contract/src/env.ts reads process.env')))

test('reports nothing that is allowed', () => {
  const file = 'apps/server/src/modules/agents/allowed.ts'
  expect(linted.filter(({ filename }) => filename === file)).toEqual([])
  expect(findProblems(tree).filter((problem) => problem.startsWith(file))).toEqual([])
})

test('reads the public address in one place', () => {
  const file = 'apps/server/src/modules/agents/links.ts'
  writeFileSync(join(tree, file), 'export const link = (settings: { publicUrl: string }) => settings.publicUrl\n')
  expect(findProblems(tree)).toContainEqual(expect.stringContaining(`${file} reads publicUrl`))
})
