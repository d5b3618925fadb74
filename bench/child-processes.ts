// Starts and reliably ends every process of the bench.
import type { ChildProcess } from 'node:child_process'
import { fork, spawn } from 'node:child_process'
import { descendants } from './procfs.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000

const running = new Set<ChildProcess>()
let ending = false

/** Throws once the bench is ending, so that nothing starts after `stopAll`. */
export function assertNotEnding(): void {
  if (ending) throw new Error('the run was ended')
}

const gone = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function watch(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

export interface Forked {
  child: ChildProcess
  url: string
  /** Milliseconds from the fork to the ready message. */
  startMs: number
}

/** Forks a script of this folder; resolves when it has sent its address. */
export function forkScript(script: URL, args: string[] = []): Promise<Forked> {
  assertNotEnding()
  const began = performance.now()
  const child = watch(fork(script, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${script.pathname} did not start in time`)), START_TIMEOUT_MS)
    child.once('exit', (code) => reject(new Error(`${script.pathname} ended with ${code} before it was ready`)))
    child.once('message', (message) => {
      clearTimeout(timer)
      resolve({ child, url: (message as { url: string }).url, startMs: performance.now() - began })
    })
  })
}

/** Starts a long-running program in its own process group; `log` keeps the end of its output. */
export function spawnProgram(command: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  assertNotEnding()
  const child = watch(spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }))
  const output = { log: '' }
  const keep = (piece: Buffer) => (output.log = (output.log + piece.toString()).slice(-4000))
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  child.on('error', (error) => keep(Buffer.from(error.message)))
  return { child, output }
}

/** Runs a program and returns its stdout; throws with the end of its output on failure. */
export async function runProgram(
  command: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; timeoutMs: number },
): Promise<string> {
  const { cwd, env, timeoutMs } = options
  const { child, output } = spawnProgram(command, args, { cwd, env })
  let stdout = ''
  child.stdout?.on('data', (piece: Buffer) => (stdout += piece.toString()))
  const timer = setTimeout(() => void stopTree(child), timeoutMs)
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
    child.once('error', () => resolve(null))
  })
  clearTimeout(timer)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${output.log.trim().slice(-800)}`)
  return stdout
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
  if (!gone(child)) {
    signal(child.pid, 'SIGTERM')
    const until = performance.now() + STOP_TIMEOUT_MS
    while (!gone(child) && performance.now() < until) await sleep(20)
  }
  for (const [pid, start] of tree) {
    // The start time detects a reused process id.
    if (descendants([pid]).get(pid) === start) signal(pid, 'SIGKILL')
  }
  running.delete(child)
}

export function stopFork(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (gone(child)) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

/** Ends everything the bench has started; nothing can start afterwards. */
export async function stopAll(): Promise<void> {
  ending = true
  await Promise.all([...running].map((child) => (child.connected ? stopFork(child) : stopTree(child))))
}
