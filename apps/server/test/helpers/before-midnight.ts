// Setup of every test of the server: one that begins just before midnight would see two days, or two months.
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach } from 'vitest'

const DAY_MS = 86_400_000
const MARGIN_MS = 30_000

beforeEach(async () => {
  const leftMs = DAY_MS - (Date.now() % DAY_MS)
  if (leftMs < MARGIN_MS) await pause(leftMs)
})
