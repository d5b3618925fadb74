import { expect, test } from 'vitest'
import { type Listed, workspaceToOpen } from './chosen-workspace.ts'

const own: Listed = { uid: 'own', role: 'owner', showOnboarding: false }
const empty: Listed = { ...own, uid: 'empty', showOnboarding: true }
const shared = (uid: string, joinedAt: string): Listed => ({ uid, role: 'editor', showOnboarding: false, joinedAt })
const [early, late] = [shared('early', '2026-01-01T00:00:00Z'), shared('late', '2026-02-01T00:00:00Z')]

test.each([
  ['the chosen one', [own, early], 'early', 'early'],
  ['the own one', [own, early], '', 'own'],
  ['the only shared one before an empty one', [empty, early], '', 'early'],
  ['of several the one joined last', [empty, early, late], 'gone', 'late'],
  ['the own one although it is empty', [empty], '', 'empty'],
  ['the empty one once it was chosen', [empty, early], 'empty', 'empty'],
])('opens %s', (_, items, chosen, uid) => expect(workspaceToOpen(items, chosen)?.uid).toBe(uid))
