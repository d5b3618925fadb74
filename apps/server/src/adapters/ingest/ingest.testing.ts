// What the tests of pages and documents share.
import { onTestFinished } from 'vitest'
import { createIngest, type Ingest, type IngestOptions } from './ingest.ts'

/** Closed after the test. */
export function ingestOf(options: IngestOptions = {}): Ingest {
  // Other tests keep the CPUs busy, and this one would wait for all of them.
  const niceness = 0
  const ingest = createIngest({ files: { niceness, ...options.files }, pages: { niceness, ...options.pages } })
  onTestFinished(() => ingest.close())
  return ingest
}

export const page = (html: string) => ({
  html: Buffer.from(html),
  url: 'https://shop.example/',
  contentType: 'text/html',
})

/** Longest time this process blocked its own event loop; waiting for a CPU does not count. */
export function watchLoop() {
  let last = performance.now()
  let cpu = process.cpuUsage()
  let longest = 0
  const timer = setInterval(() => {
    const now = performance.now()
    const used = process.cpuUsage(cpu)
    longest = Math.max(longest, Math.min(now - last, (used.user + used.system) / 1000))
    last = now
    cpu = process.cpuUsage()
  }, 5)
  return () => {
    clearInterval(timer)
    return longest
  }
}
