// Builds the browser apps with Vite: `npm run build` always, and makes the server's sources ready; `npm start` only when
// sources changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
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
  await pack(app)
  mkdirSync(dirname(stampOf(app)), { recursive: true })
  writeFileSync(stampOf(app), fingerprint(app))
}

const compress = promisify(brotliCompress)

/** Beside each file its compressed form, so that the server neither makes it nor keeps both in memory. */
async function pack(app: App): Promise<void> {
  const files = globSync(`apps/${app}/dist/**/*.{css,html,js,json,svg}`, { cwd: root })
  await Promise.all(
    files.map(async (file) => {
      const plain = await readFile(join(root, file))
      if (plain.length < 1024) return
      const packed = await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      await writeFile(join(root, `${file}.br`), packed)
    }),
  )
}

export async function ensureBuilt(always = false): Promise<void> {
  const old = (Object.keys(APPS) as App[]).filter(
    (app) => always || !existsSync(stampOf(app)) || readFileSync(stampOf(app), 'utf8') !== fingerprint(app),
  )
  if (old.length > 0) process.stderr.write(`Building ${old.join(' and ')} …\n`)
  await Promise.all(old.map(build))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBuilt(true)
  const { code, output } = await run('node', ['--no-warnings', 'scripts/plain.js'], { quiet: true })
  if (code !== 0) throw new Error(`the server's sources could not be made ready\n${output}`)
}
