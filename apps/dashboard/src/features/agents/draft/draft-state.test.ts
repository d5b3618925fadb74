import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { newAgentConfig } from '@parlance/engine/agents/draft'
import { describe, expect, test } from 'vitest'
import { fieldNames } from './field-names.ts'
import {
  changes,
  isPublished,
  localChanges,
  problem,
  reduce,
  saveStatus,
  sendable,
  start,
  type Copy,
} from './draft-state.ts'

const published = newAgentConfig({ title: 'Ada' })
const copy: Copy = { published, draft: published, version: 3 }
const edited = (patch: Partial<AgentConfig>) => reduce(start(copy), { type: 'edit', patch })

describe('publish', () => {
  test('publishes a fresh agent; an edit makes it publishable, and undoing that published again', () => {
    expect(isPublished(start(copy))).toBe(true)
    const changed = edited({ title: 'Bea' })
    expect(isPublished(changed)).toBe(false)
    expect(isPublished(reduce(changed, { type: 'edit', patch: { title: 'Ada' } }))).toBe(true)
  })

  test('keeps what was typed during a publish', () => {
    const saved = reduce(edited({ title: 'Bea' }), {
      type: 'sent',
      patch: { title: 'Bea' },
      draft: { config: { ...published, title: 'Bea' }, version: 4 },
    })
    const typing = reduce(reduce(saved, { type: 'publishing' }), { type: 'edit', patch: { description: 'new' } })
    const done = reduce(typing, {
      type: 'published',
      fields: ['title'],
      config: { ...published, title: 'Bea' },
      version: 5,
    })
    expect(done.config).toMatchObject({ title: 'Bea', description: 'new' })
    expect(isPublished(done)).toBe(false)
    expect(done.copy.version).toBe(5)
  })
})

describe('restore', () => {
  test('takes the draft the server restored, which can be published', () => {
    const older = { ...published, title: 'Older' }
    const state = reduce(edited({ title: 'Bea' }), { type: 'restored', draft: { config: older, version: 9 } })
    expect(state.config).toEqual(older)
    expect([isPublished(state), saveStatus(state), state.copy.version]).toEqual([false, 'saved', 9])
  })
  test('leaves nothing to publish when the restored version is the published one', () => {
    const state = reduce(edited({ title: 'Bea' }), { type: 'restored', draft: null })
    expect([state.config, isPublished(state), state.copy.version]).toEqual([published, true, 3])
  })
})

test('discarding takes the copy the server has then, with its version', () => {
  const kept = { ...published, description: 'kept' }
  const state = reduce(edited({ title: 'Bea' }), {
    type: 'discarded',
    copy: { published, draft: kept, version: 9 },
  })
  expect([state.config, saveStatus(state), state.copy.version]).toEqual([kept, 'saved', 9])
  expect(reduce(state, { type: 'loaded', copy }).config).toEqual(kept)
})

describe('autosave', () => {
  test('shows unsaved, saving and saved', () => {
    const changed = edited({ title: 'Bea' })
    expect(saveStatus(changed)).toBe('unsaved')
    const sending = reduce(changed, { type: 'sending' })
    expect(saveStatus(sending)).toBe('saving')
    const draft = { config: { ...published, title: 'Bea' }, version: 4 }
    expect(saveStatus(reduce(sending, { type: 'sent', patch: { title: 'Bea' }, draft }))).toBe('saved')
  })

  test('sends only changed fields and keeps later typing unsaved', () => {
    const sending = reduce(edited({ title: 'Bea' }), { type: 'sending' })
    const patch = changes(sending.copy.draft, sending.config)
    expect(patch).toEqual({ title: 'Bea' })
    const more = reduce(sending, { type: 'edit', patch: { title: 'Beatrice' } })
    const sent = reduce(more, { type: 'sent', patch, draft: { config: { ...published, title: 'Bea' }, version: 4 } })
    expect(sent.config.title).toBe('Beatrice')
    expect(saveStatus(sent)).toBe('unsaved')
    expect(changes(sent.copy.draft, sent.config)).toEqual({ title: 'Beatrice' })
  })

  test('does not move the cursor when the server trims a space', () => {
    const sent = reduce(edited({ title: 'Bea ' }), {
      type: 'sent',
      patch: { title: 'Bea ' },
      draft: { config: { ...published, title: 'Bea' }, version: 4 },
    })
    expect(sent.config.title).toBe('Bea ')
    expect(saveStatus(sent)).toBe('saved')
  })

  test('reports a failure and retries with the next edit', () => {
    const failed = reduce(edited({ title: 'Bea' }), { type: 'failed', reason: 'busy', retry: false, lost: false })
    expect(saveStatus(failed)).toBe('failed')
    const again = reduce(failed, { type: 'edit', patch: { title: 'Bee' } })
    expect(sendable(again)).toBe(true)
  })

  test('takes a newer server copy only when nothing is unsaved', () => {
    const newer: Copy = { published, draft: { ...published, title: 'Cleo' }, version: 9 }
    expect(reduce(start(copy), { type: 'loaded', copy: newer }).config.title).toBe('Cleo')
    expect(reduce(edited({ title: 'Bea' }), { type: 'loaded', copy: newer }).config.title).toBe('Bea')
  })
})

describe('conflict', () => {
  const theirs: Copy = { published, draft: { ...published, title: 'Cleo', description: 'theirs' }, version: 7 }
  const conflict = reduce(edited({ title: 'Bea' }), { type: 'conflict', theirs })

  test('sends nothing and keeps everything typed until the choice', () => {
    expect(saveStatus(conflict)).toBe('conflict')
    expect(sendable(conflict)).toBe(false)
    expect(conflict.config.title).toBe('Bea')
    expect(localChanges(conflict)).toEqual({ title: 'Bea' })
  })
  test('puts my changes on top of theirs, to be saved against the newer version', () => {
    const kept = reduce(conflict, { type: 'keepMine' })
    expect(kept.config).toMatchObject({ title: 'Bea', description: 'theirs' })
    expect(kept.copy.version).toBe(7)
    expect(sendable(kept)).toBe(true)
  })
  test('drops my changes when taking theirs', () => {
    const taken = reduce(conflict, { type: 'takeTheirs' })
    expect(taken.config).toMatchObject({ title: 'Cleo', description: 'theirs' })
    expect(saveStatus(taken)).toBe('saved')
  })
})

test.each([
  [{ title: '  ' }, 'agents.drawer.nameRequired'],
  [{ vgOptions: { maxChunkSize: 999 } }, 'agents.settings.maxChunkError'],
  [{ vgOptions: { maxChunkSize: 1000 } }, undefined],
  [{ headerImageUrl: 'javascript:alert(1)' }, 'agents.design.badUrl'],
  [{ headerImageUrl: 'https://example.com/a.png' }, undefined],
  [{ vg_defaultModel: '' }, 'agents.settings.required'],
  [{ agentPlatform: 'vf' }, 'area.integrations.keyRequired'],
  [{ agentPlatform: 'vf', VF_DIALOGUE_API_KEY: ' ' }, 'area.integrations.keyRequired'],
  [{ agentPlatform: 'vf', VF_DIALOGUE_API_KEY: 'VF.DM.key' }, undefined],
] as [Partial<AgentConfig>, string | undefined][])('%o: %s', (patch, text) => {
  const state = edited(patch)
  expect(problem(state)?.text).toBe(text)
  expect(sendable(state)).toBe(text === undefined)
})

test.each([
  [
    ['title', 'nodes', 'vg_systemPrompt'],
    ['agents.design.name', 'agents.prompt.steps', 'agents.prompt.systemPrompt'],
  ],
  [['theme', 'customThemeJSONString'], ['agents.design.preset']],
  [
    ['unheardOf', 'lang', 'smartInit'],
    ['agents.settings.lang', 'area.fields.smartInit', 'agents.draft.otherFields'],
  ],
  [
    ['enableNodes', 'tools', 'functionsIds', 'mcpServers', 'variables', 'publishGuard', 'vg_fallbackModel'],
    [
      'area.fields.enableNodes',
      'area.fields.tools',
      'area.fields.functionsIds',
      'area.fields.mcpServers',
      'area.fields.variables',
      'area.fields.publishGuard',
      'area.fields.vg_fallbackModel',
    ],
  ],
  [[], []],
])('the fields %o are called %o', (fields, names) => expect(fieldNames(fields)).toEqual(names))
