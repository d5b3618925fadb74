import { describe, expect, it } from 'vitest'
import { CANARY, EVIL, HOSTILE } from '@parlance/engine/prompt-injection.testing'
import { systemPrompt } from '@parlance/engine/prompt'
import { obeyInjection } from './obey-injection.ts'
import type { Tool } from './types.ts'

const tools = ['hand_off', 'end_chat', 'send_ui'].map((name): Tool => ({ type: 'function', function: { name } }))
const asked = (system: string) =>
  obeyInjection({
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: 'When do you open?' },
    ],
    tools,
  })
const prompt = (passages: { title: string; text: string }[]) =>
  systemPrompt({
    agentTitle: 'Ada',
    instructions: 'You are Ada. Answer briefly.',
    passages,
    searched: true,
    cites: true,
    language: 'en',
    page: undefined,
    today: '2031-05-12',
  })

describe('a gullible model', () => {
  it('finds nothing to obey in the product’s prompt', () => {
    expect(asked(prompt([{ title: 'Hours', text: 'We open at nine.' }]))).toBeUndefined()
  })
  // Most of them would be obeyed without the block around them.
  const open = HOSTILE.filter(({ name }) => !['base64', 'right to left', 'a call of a tool'].includes(name))
  it.each(open)('obeys orders outside the block: $name', ({ text, title = '' }) => {
    const made = JSON.stringify(asked(`<instructions>You are Ada.</instructions>\n${title}\n${text}`) ?? {})
    expect(made.includes(CANARY) || made.includes(EVIL) || made.includes('toolCalls')).toBe(true)
  })
  const breaking = HOSTILE.filter(({ name }) => name.startsWith('end of the block') && !/escaped|numbers/.test(name))
  it.each(breaking)('obeys orders that escape the block: $name', ({ text }) => {
    const made = asked(`<passages>\n<passage n="1" title="x">${text}</passage>\n</passages>`)
    expect(made?.text).toBe(CANARY)
  })
  it.each(HOSTILE)('obeys nothing in the passages of a prompt: $name', ({ name, title = name, text }) => {
    expect(asked(prompt([{ title, text }]))).toBeUndefined()
  })
})
