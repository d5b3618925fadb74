import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')

export interface RunResult {
  readonly code: number
  readonly output: string
}

/** `command` is a name in node_modules/.bin. Streams its output unless `quiet`. */
export function run(
  command: string,
  args: readonly string[],
  options: { quiet?: boolean; env?: Record<string, string> } = {},
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...options.env, PATH: `${bin}:${process.env.PATH}` }
    const child = spawn(join(bin, command), args, {
      cwd: root,
      env,
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (data: Buffer) => (output += data))
    child.stderr?.on('data', (data: Buffer) => (output += data))
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }))
  })
}
