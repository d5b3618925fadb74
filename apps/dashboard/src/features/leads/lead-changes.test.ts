import type { OpenedLead } from '@parlance/contract/leads/schemas'
import { expect, test } from 'vitest'
import { changesOf } from './lead-changes.ts'

const FIELDS = { name: 'Ada', email: 'ada@example.org', phone: '', stage: 'new', group: '' }
const lead = (variables: OpenedLead['variables']) => ({ ...FIELDS, variables }) as OpenedLead

test.each<[string, OpenedLead['variables'], OpenedLead['variables'], OpenedLead['variables'], unknown]>([
  ['nothing when nothing was edited', { city: 'Rome' }, { city: 'Rome' }, { city: 'Pisa', size: 4 }, undefined],
  ['a new value', { city: 'Rome' }, { city: 'Bari' }, { city: 'Rome' }, { city: 'Bari' }],
  ['an added variable', {}, { city: 'Rome' }, {}, { city: 'Rome' }],
  ['a removed variable', { city: 'Rome', size: 4 }, { size: 4 }, { city: 'Rome', size: 4 }, { size: 4 }],
  [
    'an edit, and keeps what the conversation collected since',
    { city: 'Rome', size: 4 },
    { city: 'Bari', size: 4 },
    { city: 'Rome', size: 5, budget: 900 },
    { city: 'Bari', size: 5, budget: 900 },
  ],
  ['a removal, although the conversation collected the variable again', { city: 'Rome' }, {}, { city: 'Pisa' }, {}],
])('sends %s', (_what, before, edited, latest, variables) => {
  const changes = changesOf(lead(before), { ...FIELDS, variables: edited }, lead(latest))
  expect(changes).toEqual(variables === undefined ? {} : { variables })
})

test('sends only the fields that were edited', () => {
  const edited = { ...FIELDS, phone: '+39 06 1', variables: {} }
  expect(changesOf(lead({}), edited, lead({}))).toEqual({ phone: '+39 06 1' })
})
