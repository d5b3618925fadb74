// Starts and reliably ends every process of the bench.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendants } from './procfs.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000

const running = new Set<ChildProcess>()
let ending = false

/** Throws once the bench is ending, so that nothing starts after `stopAll`. */
export function assertNotEnding(): void {
  if (ending) throw new Error('the run was ended')
}

export const isGone = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

function watch(child: ChildProcess): ChildProcess {
  assertNotEnding()
  running.add(child)
  return child.once('exit', () => running.delete(child))
}

export async function forkScript(script: URL, args: string[] = []) {
  const began = performance.now()
  const child = watch(fork(script, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }))
  const failed = (why: string) => new Error(`${script.pathname} ${why} before it was ready`)
  const message = await Promise.race([
    once(child, 'message').then(([first]) => first as { url: string }),
    once(child, 'exit').then(([code]) => failed(`ended with ${code}`)),
    sleep(START_TIMEOUT_MS, failed('took too long'), { ref: false }),
  ])
  if (message instanceof Error) throw message
  return { child, url: message.url, startMs: performance.now() - began }
}

/** Starts a long-running program in its own process group; `log` keeps the end of its output. */
export function spawnProgram(command: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const child = watch(spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }))
  const output = { log: '' }
  const keep = (piece: Buffer) => (output.log = (output.log + piece.toString()).slice(-4000))
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  child.on('error', (error) => keep(Buffer.from(error.message)))
  return { child, output }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has already exited.
  }
}

/** Asks a process to exit, waits, then kills it and its descendants. `also`: more process ids of its tree. */
export async function stopTree(child: ChildProcess, also: number[] = []): Promise<void> {
  if (child.pid === undefined) return
  const tree = [...descendants([child.pid, ...also])]
  if (!isGone(child)) {
    const exit = once(child, 'exit')
    signal(child.pid, 'SIGTERM')
    await Promise.race([exit, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }
  for (const [pid, start] of tree) {
    // The start time detects a reused process id.
    if (descendants([pid]).get(pid) === start) signal(pid, 'SIGKILL')
  }
  running.delete(child)
}

export async function stopFork(child: ChildProcess): Promise<void> {
  if (isGone(child)) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

export async function stopAll(): Promise<void> {
  ending = true
  await Promise.all([...running].map((child) => (child.connected ? stopFork(child) : stopTree(child))))
}
