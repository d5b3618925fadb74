import { expect, test } from 'vitest'
import { providerOf } from './provider-of.ts'

test.each([
  ['gpt-4o', 'openai', 'gpt-4o'],
  ['o3-mini', 'openai', 'o3-mini'],
  ['claude-sonnet-4-5', 'anthropic', 'claude-sonnet-4-5'],
  ['Gemini-2.5-pro', 'google', 'Gemini-2.5-pro'],
  ['openai/gpt-4o', 'openai', 'gpt-4o'],
  ['anthropic/claude-x', 'anthropic', 'claude-x'],
  ['openai-compatible/llama-3.3', 'openai-compatible', 'llama-3.3'],
  ['openai-compatible/meta/llama-3.3', 'openai-compatible', 'meta/llama-3.3'],
  ['meta/llama-3.3', 'openai', 'meta/llama-3.3'],
  ['google', 'openai', 'google'],
])('%s is %s’s %s', (model, provider, name) => expect(providerOf(model)).toEqual({ provider, name }))
