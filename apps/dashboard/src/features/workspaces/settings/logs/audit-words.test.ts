import type { AuditEntry } from '@parlance/contract/audit/schemas'
import { afterAll, expect, test } from 'vitest'
import { i18n, setLanguage } from '../../../../i18n/i18n.ts'
import { factsOf } from './audit-words.ts'

const entry = (action: string, detail: AuditEntry['detail']): AuditEntry => ({
  seq: 1,
  at: '2026-01-01T00:00:00Z',
  actorKind: 'session',
  actorName: 'ada@example.com',
  ip: '',
  action,
  objectType: 'agent',
  objectId: 'a',
  detail,
  requestId: 'r',
})
afterAll(() => setLanguage('en'))

test.each([
  ['en', 'agents.saveDraft', { fields: ['lang', 'vg_systemPrompt'] }, 'Fields: Language and System prompt'],
  ['fr', 'agents.saveDraft', { fields: ['lang', 'vg_systemPrompt'] }, 'Champs : Langue et Prompt système'],
  ['en', 'crawler.update', { fields: ['maxPages', 'startUrls'] }, 'Fields: Page limit and Start pages'],
  ['de', 'crawler.update', { fields: ['maxPages', 'startUrls'] }, 'Felder: Höchstzahl der Seiten und Startseiten'],
  ['en', 'agents.import', { fields: ['file', 'unheardOf'] }, 'Fields: File and unheardOf'],
  ['en', 'agents.import', { fields: ['filename', 'file', 'toString'] }, 'Fields: File and toString'],
  ['en', 'workspaces.setRole', { before: 'viewer', after: 'admin' }, 'Viewer → Admin'],
  ['fr', 'workspaces.setRole', { before: 'viewer', after: 'admin' }, 'Lecteur → Admin'],
  ['en', 'workspaces.invite', { after: 'editor', fields: ['email', 'role'] }, 'Editor'],
  ['de', 'workspaces.joined', { after: 'viewer' }, 'Betrachter'],
  ['en', 'workspaces.createKey', { scopes: ['agents:read'], fields: ['scopes'] }, 'Read Agents'],
] as const)('in %s, %s tells %o', async (language, action, detail, words) => {
  await setLanguage(language)
  const facts = factsOf(entry(action, detail as unknown as AuditEntry['detail']), i18n.t)
  // The translation decides which space precedes a colon.
  expect(facts.map((fact) => fact.replaceAll(/\s/g, ' '))).toEqual([words])
})
