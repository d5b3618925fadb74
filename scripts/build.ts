// Builds the browser apps with Vite. `npm run build` always; `npm start` only when sources changed since the last build.
import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..')
/** What each app is made of; a change in any of these files makes its build old. */
const APPS = {
  dashboard: {
    sources: [
      'apps/dashboard/{src,public}/**/*',
      'apps/dashboard/*.{ts,html,json}',
      'packages/core/src/**/*.ts',
      'package-lock.json',
    ],
    steps: [['vite', 'build', 'apps/dashboard']],
  },
  widget: {
    sources: ['apps/widget/src/**/*', 'apps/widget/*.{ts,html,json}', 'packages/core/src/**/*.ts', 'package-lock.json'],
    steps: [['node', 'apps/widget/build.ts']],
  },
}
type App = keyof typeof APPS

/** Fingerprint of every source file's content: times lie after a checkout. */
function fingerprint(app: App): string {
  const hash = createHash('sha256')
  for (const file of globSync(APPS[app].sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

const stampOf = (app: App) => join(root, 'apps', app, 'dist', '.built-from')

async function build(app: App): Promise<void> {
  for (const [command = '', ...args] of APPS[app].steps) await run(command, args)
  mkdirSync(dirname(stampOf(app)), { recursive: true })
  writeFileSync(stampOf(app), fingerprint(app))
}

export async function ensureBuilt(always = false): Promise<void> {
  const old = (Object.keys(APPS) as App[]).filter(
    (app) => always || !existsSync(stampOf(app)) || readFileSync(stampOf(app), 'utf8') !== fingerprint(app),
  )
  if (old.length > 0) process.stderr.write(`Building ${old.join(' and ')} …\n`)
  await Promise.all(old.map(build))
}

function run(command: string, args: readonly string[]): Promise<void> {
  const bin = join(root, 'node_modules', '.bin')
  return new Promise((resolve, reject) => {
    const child = spawn(join(bin, command), args, {
      cwd: root,
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += data))
    child.stderr.on('data', (data: Buffer) => (output += data))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`)),
    )
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuilt(true)
