import { expect, test } from 'vitest'
import { activePanelOf } from './active-panel.ts'

const details = { id: 'details', label: 'Details', order: 1 }
const testing = { id: 'test', label: 'Test', order: 2 }

test.each([
  ['nothing open', [], 'test', undefined],
  ['one open', [details], '', 'details'],
  ['the one chosen last was closed', [testing], 'details', 'test'],
  ['the one chosen last, whichever opened first', [testing, details], 'details', 'details'],
  ['none chosen yet', [testing, details], '', 'test'],
] as const)('%s', (_, entries, last, front) => expect(activePanelOf(entries, last)).toBe(front))
