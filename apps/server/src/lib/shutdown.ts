import type { Logger } from './log.ts'

export type Step = readonly [name: string, run: () => Promise<unknown>]

/** Runs the steps in order on SIGINT or SIGTERM; a second signal exits at once. Exit code 0 if every step succeeded. */
export function closeOnSignal(steps: () => readonly Step[], log: Logger): void {
  let closing = false
  const close = async (signal: string) => {
    if (closing) process.exit(1)
    closing = true
    log.info({ signal }, 'closing')
    let failed = false
    for (const [name, run] of steps()) {
      try {
        await run()
      } catch (error) {
        failed = true
        log.error({ err: error, step: name }, 'a shutdown step failed')
      }
    }
    process.exit(failed ? 1 : 0)
  }
  process.on('SIGINT', () => void close('SIGINT'))
  process.on('SIGTERM', () => void close('SIGTERM'))
}
