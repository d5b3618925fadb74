import { afterEach, expect, test, vi } from 'vitest'
import { fetchPart } from './fetch.ts'

afterEach(() => vi.unstubAllGlobals())

/** Serves scripts by name and returns the list of requested names. */
function serve(scripts: Readonly<Record<string, string>>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (href: string) => {
    const name = href.split('/').at(-1) ?? ''
    asked.push(name)
    return new Response(scripts[name], { status: name in scripts ? 200 : 502 })
  })
  return asked
}
/** Code as the build writes it. */
const part = (code: string) => {
  const load = vi.fn(async () => ({ default: 'part' }))
  load.toString = () => code
  return load
}

test('imports a part only after it and all its imports could be fetched, so that no import fails', async () => {
  const load = part('()=>import(`./form-1.js`)')
  const form = 'import{a as e}from"./texts-1.js";import{b as t}from"./texts-2.js";'
  serve({})
  await expect(fetchPart(load)).rejects.toThrow('form-1.js')
  serve({ 'form-1.js': form, 'texts-2.js': '' })
  await expect(fetchPart(load)).rejects.toThrow('texts-1.js')
  expect(load).not.toHaveBeenCalled()

  const asked = serve({ 'form-1.js': form, 'texts-1.js': 'import"x";import{c}from"./form-1.js"', 'texts-2.js': '' })
  expect(await fetchPart(load)).toEqual({ default: 'part' })
  expect(asked).toEqual(['form-1.js', 'texts-1.js', 'texts-2.js'])
})

test('does not fetch a script again after it has run, not even for another part', async () => {
  const asked = serve({ 'menu-1.js': 'import{a}from"./icons-1.js"', 'tools-1.js': 'import{a}from"./icons-1.js"' })
  const menu = part('async()=>{let{upload:e}=await import("./menu-1.js").then(e=>e.n);return{upload:e}}')
  await fetchPart(menu).catch(() => undefined)
  serve({})
  await expect(fetchPart(menu)).rejects.toThrow('menu-1.js')
  const later = serve({
    'menu-1.js': 'import{a}from"./icons-1.js"',
    'tools-1.js': 'import{a}from"./icons-1.js"',
    'icons-1.js': '',
  })
  await fetchPart(menu)
  await fetchPart(part('()=>import(`./tools-1.js`)'))
  await fetchPart(menu)
  expect(asked).toEqual(['menu-1.js', 'icons-1.js'])
  expect(later).toEqual(['menu-1.js', 'icons-1.js', 'tools-1.js'])
})
