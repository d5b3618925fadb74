// Entry of the process that reads documents: it has no secrets, writes no files, and may be killed at any moment.
import { Worker } from 'node:worker_threads'
import { ParseError } from '../../modules/knowledge/parsing.ports.ts'
import type { Answer, Order } from './protocol.ts'
import { parseDocument } from './parse-document.ts'
import { msg } from '@parlance/i18n/messages'

/** Ends the process when its memory grows beyond the limit or its parent is gone, even while reading never yields. */
const WATCHDOG = `
const { workerData } = require('node:worker_threads')
const { ppid } = process
setInterval(() => {
  if (process.memoryUsage.rss() > workerData.maxRss || process.ppid !== ppid) process.kill(process.pid, 'SIGKILL')
}, 100)`

const maxRss = Number(process.argv[2])
new Worker(WATCHDOG, {
  eval: true,
  workerData: { maxRss },
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
}).unref()

let current = 0
process.on('message', (order: Order) => void answer(order))
process.on('disconnect', () => process.exit(0))
// An error thrown outside a promise fails the task; the server replaces a process that uses too much memory.
process.on('uncaughtException', (error) => {
  send({ id: current, rss: Number.MAX_SAFE_INTEGER, refused: refusal(error) })
})
// An unhandled rejection belongs to abandoned work; the task itself still answers.
process.on('unhandledRejection', () => undefined)

async function answer({ id, task }: Order): Promise<void> {
  current = id
  try {
    const value = await parseDocument(task)
    send({ id, rss: process.memoryUsage.rss(), value })
  } catch (error) {
    send({ id, rss: process.memoryUsage.rss(), refused: refusal(error) })
  }
}

function refusal(error: unknown) {
  const cause = error instanceof ParseError ? error.cause : error
  const told = cause instanceof Error ? (cause.stack ?? cause.message).slice(0, 2000) : ''
  if (error instanceof ParseError) return { kind: error.kind, reason: error.reason, cause: told }
  return { kind: 'broken' as const, reason: msg('document_damaged'), cause: told }
}

const send = (message: Answer): void => void process.send?.(message)
