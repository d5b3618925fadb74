// Starts and ends the processes of the bench.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const START_TIMEOUT_MS = 60_000

const running = new Set<ChildProcess>()

/** Forks a script; `Ready` is its first message. */
export async function forkScript<Ready extends object = { url: string }>(script: URL, args: string[] = []) {
  const began = performance.now()
  const child = fork(script, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const failed = (why: string) => new Error(`${script.pathname} ${why} before it was ready`)
  const message = await Promise.race([
    once(child, 'message').then(([first]) => first as Ready),
    once(child, 'exit').then(([code]) => failed(`ended with ${code}`)),
    sleep(START_TIMEOUT_MS, failed('took too long'), { ref: false }),
  ])
  if (message instanceof Error) throw message
  return { child, ready: message, startMs: performance.now() - began }
}

export async function stopFork(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

export const stopAll = () => Promise.all([...running].map(stopFork))
