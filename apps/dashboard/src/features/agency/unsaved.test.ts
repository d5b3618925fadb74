import { Agency } from '@parlance/contract/agencies/schemas'
import { describe, expect, test } from 'vitest'
import { changesOf, hasUnsavedChanges, withEdits, withoutSaved } from './unsaved.ts'

const saved = Agency.parse({ ID: 'a', userId: 'w', secret: 's', createdAt: 1, lastModified: 1 })

describe('unsaved changes of an agency', () => {
  test.each([
    ['lastModified', 2],
    ['createdAt', 2],
    ['vapi', 'x'],
    ['isVerifiedSubDomain', true],
    ['isVerifiedCustomDomain', true],
    ['customDomainConfig', { a: 1 }],
    ['resendEmailDomainStatus', 'verified'],
    ['resendEmailDomainRecords_JSON_STRING', '[]'],
  ])('ignore %s', (key, value) => {
    expect(hasUnsavedChanges(saved, { ...saved, [key]: value })).toBe(false)
  })

  test.each([{ name: 'Northlight' }, { settings: { disablePasswordLogin: true } }, { customTabs: [] as never[] }])(
    'are found when %j was edited, unless it is as before',
    (edits) => {
      expect(hasUnsavedChanges(withEdits(saved, edits), saved)).toBe(!('customTabs' in edits))
    },
  )

  test('disappear when an edit is undone', () => {
    expect(hasUnsavedChanges(withEdits(saved, { name: saved.name }), saved)).toBe(false)
  })

  test('send only differences', () => {
    const edits = { name: 'Northlight', address: '', settings: { showPricing: true, footerText: 'Hi' } }
    expect(changesOf(saved, edits)).toEqual({ name: 'Northlight', settings: { footerText: 'Hi' } })
  })

  test('keep what is typed during a save', () => {
    const sent = { name: 'North', settings: { footerText: 'Hi' } }
    expect(withoutSaved({ ...sent, name: 'Northlight' }, sent)).toEqual({ name: 'Northlight' })
  })
})
