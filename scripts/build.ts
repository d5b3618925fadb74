// Builds the apps: `npm run build` all of them; `npm start` (`--if-changed`) those whose sources changed since their
// last build.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { NOTES, type Notes, tagOf } from '../apps/server/src/lib/http/files/static.ts'
import { root, run } from './run.ts'

/** Sources of each app; a change in any of them makes its build outdated. */
const APPS = {
  dashboard: {
    sources: [
      'apps/dashboard/{src,public}/**/*',
      'apps/dashboard/*.{ts,html,json}',
      'packages/{chat-ui,contract,engine,i18n}/src/**/*',
      'packages/i18n/locales/**/*.json',
      'package-lock.json',
      'scripts/build.ts',
    ],
    steps: [
      ['vite', 'build', 'apps/dashboard'],
      ['vite', 'build', '--config', 'apps/dashboard/vite.sign-in.config.ts'],
    ],
    isServed: true,
  },
  widget: {
    sources: [
      'apps/widget/src/**/*',
      'apps/widget/*.{ts,html,json}',
      'packages/{chat-ui,contract,engine,i18n}/src/**/*',
      'packages/i18n/locales/**/*.json',
      'package-lock.json',
      'scripts/build.ts',
    ],
    steps: [['node', 'apps/widget/build.ts']],
    isServed: true,
  },
  server: {
    sources: [
      'apps/server/src/**/*.{ts,json}',
      'apps/server/*.{ts,json}',
      'packages/*/{src,locales}/**/*.{ts,json}',
      'package.json',
      'package-lock.json',
      'scripts/build.ts',
    ],
    steps: [
      ['rolldown', '--config', 'apps/server/rolldown.config.ts', '--configLoader', 'native', '--logLevel', 'warn'],
    ],
    isServed: false,
  },
}
type App = keyof typeof APPS

/** Hash of all source contents: modification times are unreliable after a checkout. */
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

const distOf = (app: App) => join(root, 'apps', app, 'dist')
const stampOf = (app: App) => join(distOf(app), '.built-from')

const build = (app: App) =>
  stamped(stampOf(app), fingerprint(app), async () => {
    for (const [command = '', ...args] of APPS[app].steps) {
      const { code, output } = await run(command, args, { quiet: true, env: { NODE_ENV: 'production' } })
      if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`)
    }
    if (APPS[app].isServed) await pack(distOf(app))
  })

/** Removes the stamp during the build, so that an aborted one does not count as built. */
export async function stamped(stamp: string, from: string, make: () => Promise<void>): Promise<void> {
  rmSync(stamp, { force: true })
  await make()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(beside(stamp), from)
  renameSync(beside(stamp), stamp)
}

/** A temporary name, so that files are replaced atomically. */
const beside = (file: string) => `${file}.${process.pid}`

const compress = promisify(brotliCompress)

/** Writes compressed forms, which the server keeps instead of files, and hashes in NOTES to detect damage. */
export async function pack(folder: string): Promise<void> {
  const notes: Notes = {}
  await Promise.all(
    globSync('**/*.{css,html,js,json,svg}', { cwd: folder }).map(async (name) => {
      const file = join(folder, name)
      const plain = await readFile(file)
      if (plain.length < 1024) return
      const packed = await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      await writeFile(beside(`${file}.br`), packed)
      await rename(beside(`${file}.br`), `${file}.br`)
      notes[name] = [tagOf(plain), tagOf(packed)]
    }),
  )
  writeFileSync(beside(join(folder, NOTES)), JSON.stringify(notes))
  renameSync(beside(join(folder, NOTES)), join(folder, NOTES))
}

export async function ensureBuilt(
  { ifChanged }: { ifChanged: boolean },
  apps = Object.keys(APPS) as App[],
): Promise<void> {
  const isCurrent = (app: App) => existsSync(stampOf(app)) && readFileSync(stampOf(app), 'utf8') === fingerprint(app)
  const old = apps.filter((app) => !ifChanged || !isCurrent(app))
  if (old.length > 0) process.stderr.write(`Building ${new Intl.ListFormat('en').format(old)} …\n`)
  await Promise.all(old.map(build))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBuilt({ ifChanged: process.argv.includes('--if-changed') })
}
