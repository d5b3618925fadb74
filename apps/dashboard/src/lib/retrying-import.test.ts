import { afterEach, expect, test, vi } from 'vitest'
import { retryingImport } from './retrying-import.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const part = (code: string) => {
  const load = vi.fn(async () => 'part')
  load.toString = () => code
  return load
}

test('imports a part once its scripts can be fetched', async () => {
  vi.useFakeTimers()
  const asked: string[] = []
  const scripts: Record<string, string> = { 'dialogs.js': 'import{a}from"./forms.js";import"./dialogs.js";' }
  vi.stubGlobal('fetch', async (url: string) => {
    const name = url.split('/').at(-1) ?? ''
    asked.push(name)
    if (!(name in scripts)) throw new TypeError('Failed to fetch')
    return new Response(scripts[name])
  })
  const load = part('()=>p(()=>import(`../ui/dialogs.js`),__vite__mapDeps([0,1]))')
  const coming = retryingImport(load)
  await vi.advanceTimersByTimeAsync(6000)
  expect(asked).toEqual(['dialogs.js', 'forms.js', 'dialogs.js', 'forms.js', 'dialogs.js', 'forms.js'])
  expect(load).not.toHaveBeenCalled()
  scripts['forms.js'] = ''
  await vi.advanceTimersByTimeAsync(3000)
  expect(await coming).toBe('part')
  expect(load).toHaveBeenCalledOnce()
})

test('retries a part whose code names no script', async () => {
  vi.useFakeTimers()
  const load = part('()=>part')
  load.mockRejectedValueOnce(new Error('gone'))
  const coming = retryingImport(load)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await coming).toBe('part')
})
