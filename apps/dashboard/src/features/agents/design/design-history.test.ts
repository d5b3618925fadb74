import { newAgentConfig } from '@parlance/engine/agents/draft'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_HISTORY, record, redo, undo, type DesignPatch } from './design-history.ts'

const start = newAgentConfig({ title: 'Ada' })

test('groups continuous typing into one step', () => {
  let history = record(NO_HISTORY, start, { branding: 'B' }, 1000)
  history = record(history, { ...start, branding: 'B' }, { branding: 'By' }, 1100)
  const { patch } = undo(history, { ...start, branding: 'By' })
  expect(patch).toEqual({ branding: '' })
  expect(undo(undo(history, start).history, start).patch).toBeUndefined()
  expect(redo(NO_HISTORY, start).patch).toBeUndefined()
})

test('returns to the start by undoing everything and to the end by redoing', () => {
  const patches = fc.array(
    fc.oneof(
      fc.record({ theme: fc.constantFrom('blue-light', 'red-dark'), customThemeJSONString: fc.constantFrom('', '{}') }),
      fc.record({ cornerRadius: fc.integer({ min: 0, max: 28 }) }),
      fc.record({ branding: fc.string({ maxLength: 3 }) }),
    ),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(patches, (steps) => {
      let config = start
      let history = NO_HISTORY
      steps.forEach((patch: DesignPatch, index) => {
        history = record(history, config, patch, index * 5000 + 5000)
        config = { ...config, ...patch }
      })
      const end = config
      for (const walk of [undo, redo]) {
        for (;;) {
          const step = walk(history, config)
          history = step.history
          if (!step.patch) break
          config = { ...config, ...step.patch }
        }
        expect(config).toEqual(walk === undo ? start : end)
      }
    }),
  )
})
