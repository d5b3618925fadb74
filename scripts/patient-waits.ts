// Setup of every unit and API test: a loaded machine is slow, not wrong, so waits are not limited to Vitest's one second.
import { vi } from 'vitest'

const PATIENCE_MS = 20_000
const patient = (options?: number | { timeout?: number; interval?: number }) =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options }

// Files of a worker share `vi`, and each runs this.
const original = Symbol.for('parlance.waits')
const kept = vi as typeof vi & { [original]?: Pick<typeof vi, 'waitFor' | 'waitUntil'> }
const { waitFor, waitUntil } = (kept[original] ??= { waitFor: vi.waitFor, waitUntil: vi.waitUntil })
vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
