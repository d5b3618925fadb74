// What the tests of pages and documents share.

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
