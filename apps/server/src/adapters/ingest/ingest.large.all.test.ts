import { expect, it } from 'vitest'
import { ingestOf, page, watchLoop } from './ingest.testing.ts'
import * as samples from './samples.testing.ts'

it('reads pages of megabytes', { timeout: 150_000 }, async () => {
  const ingest = ingestOf({ pages: { timeMs: 60_000 } })
  const many = await ingest.parsePage(page('<a href="/a">x</a> '.repeat(120_000)))
  expect(many.links).toEqual(['https://shop.example/a'])
  const banners = `${'<div class="cookie">'.repeat(150)}${'<p>x</p>'.repeat(200_000)}`
  expect((await ingest.parsePage(page(banners))).markdown.startsWith('x\n\nx')).toBe(true)
})

it('reads a thousand pages in one process with stable memory', { timeout: 120_000 }, async () => {
  const ingest = ingestOf()
  const batch = () => Promise.all(Array.from({ length: 200 }, (_, n) => ingest.parsePage(page(samples.webPage(n)))))
  await batch()
  const pid = ingest.pids().pages
  const stop = watchLoop()
  for (let n = 0; n < 4; n += 1) expect((await batch()).at(-1)?.title).toBe('Page 199')
  expect(stop()).toBeLessThan(200)
  expect(ingest.pids().pages).toBe(pid)
})
