import { afterEach, expect, test, vi } from 'vitest'
import { sampleAgent } from '../testing/sample.ts'
import { agentFont } from './agent-font.ts'

afterEach(() => vi.unstubAllGlobals())

const config = { origin: 'https://chat.example' } as Parameters<typeof agentFont>[0]['config']

test('loads the chat’s own font once, from the chat’s server; other fonts are not loaded', () => {
  const loaded: string[] = []
  vi.stubGlobal(
    'FontFace',
    class {
      constructor(name: string, source: string) {
        loaded.push(`${name} ${source}`)
      }
      load = () => Promise.reject(new Error('blocked by the page'))
    },
  )
  Object.defineProperty(document, 'fonts', { value: { add: () => undefined }, configurable: true })
  const georgia = sampleAgent({ fontFamily: 'Georgia' })
  expect(agentFont({ agent: georgia, config })).toBe(georgia.paint.font)
  expect(loaded).toEqual([])
  const own = sampleAgent()
  for (let n = 0; n < 2; n += 1) expect(agentFont({ agent: own, config })).toBe(`"Parlance Sans",${own.paint.font}`)
  expect(loaded).toEqual([expect.stringMatching(/^Parlance Sans url\(https:\/\/chat\.example\/.*\.woff2/)])
})
