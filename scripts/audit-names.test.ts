import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditPolicyOf, supportAuditPolicyOf } from '@parlance/contract/audit/schemas'
import { contract } from '@parlance/contract'
import type { OpMeta } from '@parlance/contract/lib/operation'
import { roleAtLeast } from '@parlance/contract/lib/roles'
import { expect, test } from 'vitest'
import { readTexts } from '@parlance/i18n/read-texts'

const { audit } = readTexts('en')
const named = new Set(
  Object.entries(audit.actions).flatMap(([noun, words]) => Object.keys(words).map((name) => `${noun}.${name}`)),
)

/** Calls on accounts belong to no workspace, so no log contains them. */
const OF_THE_ACCOUNT = /^(accounts\.|workspaces\.(newUser|hideDoubleAccountWarning)$|onboarding\.ownerVerified$)/

test('names every logged call', () => {
  const kept = Object.entries(contract).flatMap(([noun, calls]) =>
    Object.entries(calls).flatMap(([name, { '~orpc': op }]) => {
      const { access, stream, text } = op.meta as OpMeta
      const call = { method: op.route.method ?? 'POST', access, stream: stream === true, text: text !== undefined }
      // Support acts in someone's agent or workspace, as an editor at most.
      const asSupport = (access.workspace !== undefined || access.agent !== undefined) && access.by.includes('session')
      const isEditors = access.role === undefined || roleAtLeast('editor', access.role)
      return auditPolicyOf(call) || (asSupport && isEditors && supportAuditPolicyOf(call)) ? [`${noun}.${name}`] : []
    }),
  )
  expect(kept.length).toBeGreaterThan(80)
  expect(kept.filter((one) => !named.has(one) && !OF_THE_ACCOUNT.test(one))).toEqual([])
})

test('names every entry the server writes under its own name', () => {
  const server = join(import.meta.dirname, '../apps/server/src')
  const written = globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(join(server, file), 'utf8').matchAll(/\b(?:action: |TRIMMED = )'([a-z]+\.\w+)'/gi)].map(
      ([, action = '']) => action,
    ),
  )
  expect(written).toEqual(expect.arrayContaining(['keys.firstUse', 'audit.trimmed', 'access.refused']))
  expect(written.filter((one) => !named.has(one))).toEqual([])
})
