import { openStreams } from './http/streams/stream.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** Call it at the start of a request, and the returned function at its end with the status. */
  readonly started: (op: string) => (status: number) => void
  readonly turn: (outcome: string, seconds: number, firstTokenSeconds: number | undefined) => void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'parlance_request_seconds',
    help: 'Duration of API calls',
    labelNames: ['op', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const turns = new Counter({
    name: 'parlance_turns_total',
    help: 'Turns by how they ended',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const turnSeconds = new Histogram({
    name: 'parlance_turn_seconds',
    help: 'Duration of turns',
    buckets: [0.1, 0.5, 1, 3, 10, 30],
    registers: [registry],
  })
  const firstToken = new Histogram({
    name: 'parlance_first_token_seconds',
    help: 'Time from accepting a message to the first token',
    buckets: [0.05, 0.2, 0.5, 1, 3, 10],
    registers: [registry],
  })
  registry.registerMetric(
    new Gauge({
      name: 'parlance_open_streams',
      help: 'Open event streams',
      registers: [],
      collect() {
        this.set(openStreams())
      },
    }),
  )
  return {
    registry,
    started: (op) => {
      const start = performance.now()
      let ended = false
      return (status) => {
        if (ended) return
        ended = true
        requests.observe({ op, status: String(status) }, (performance.now() - start) / 1000)
      }
    },
    turn: (outcome, seconds, first) => {
      turns.inc({ outcome })
      turnSeconds.observe(seconds)
      if (first !== undefined) firstToken.observe(first)
    },
  }
}
