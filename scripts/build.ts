// Builds the browser apps with Vite. `npm run build` always; `npm start` only when sources changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './run.ts'

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
  for (const [command = '', ...args] of APPS[app].steps) {
    const { code, output } = await run(command, args, { quiet: true, env: { NODE_ENV: 'production' } })
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`)
  }
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuilt(true)
