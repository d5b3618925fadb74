// Preloaded by `npm start`: hands Node the server's sources without their types. Left to itself Node keeps a compiler in
// every process that reads TypeScript (24 MB of memory, and half a second of processor time at each start). Here a
// process of its own does it once; what it made lies in apps/server/dist under the fingerprint of each source.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'apps/server/dist/plain')
const SOURCES = ['scripts/*.ts', 'apps/server/src/**/*.ts', 'packages/*/src/**/*.ts']
const OURS = pathToFileURL(join(root, '/')).href

/** @param {string | Uint8Array} source */
const placeOf = (source) =>
  join(folder, `${createHash('sha256').update(process.version).update(source).digest('hex').slice(0, 32)}.js`)

/**
 * What lies there, if it is whole: a power cut can leave a file empty, short or full of zeros, while types become blanks
 * of as many bytes.
 * @param {string} place
 * @param {Uint8Array} source
 */
function read(place, source) {
  try {
    const text = readFileSync(place)
    return text.length === source.length && !text.includes(0) ? text : undefined
  } catch {
    return undefined
  }
}

const HOUR = 3_600_000

/** Makes what is missing or damaged and removes what no source has any more. Positions stay: types become blanks. */
export function fill() {
  mkdirSync(folder, { recursive: true })
  const old = new Set(readdirSync(folder))
  for (const file of globSync(SOURCES, { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    const source = readFileSync(join(root, file))
    const place = placeOf(source)
    old.delete(basename(place))
    if (read(place, source)) continue
    // In one step: a server that starts beside this one finds all of it or nothing.
    writeFileSync(`${place}.${process.pid}`, stripTypeScriptTypes(source.toString()))
    renameSync(`${place}.${process.pid}`, place)
  }
  for (const name of old) if (name.endsWith('.js') || isLeftOver(name)) rmSync(join(folder, name), { force: true })
}

/** What has another ending is being written, unless who wrote it ended long ago. @param {string} name */
function isLeftOver(name) {
  const found = /\.js\.\d+$/.test(name) && statSync(join(folder, name), { throwIfNoEntry: false })
  return found && Date.now() - found.mtimeMs > HOUR
}

let filled = false

/** What lies there for a source; undefined where the folder can't be written: Node then leaves the types out itself. */
function plain(/** @type {string} */ file) {
  const source = readFileSync(file)
  const place = placeOf(source)
  const known = read(place, source)
  if (known !== undefined || filled) return known
  filled = true
  spawnSync(process.execPath, ['--no-warnings', import.meta.filename], { env: {}, stdio: 'ignore' })
  return read(place, source)
}

if (import.meta.main) fill()
else
  registerHooks({
    load(url, context, next) {
      const ours = url.startsWith(OURS) && url.endsWith('.ts') && !url.includes('/node_modules/')
      const source = ours ? plain(fileURLToPath(url)) : undefined
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
    },
  })
