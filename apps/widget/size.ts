// Weighs what a visitor downloads, gzipped, against its budget; exits 1 when something is over. Run after build.ts.
// Fonts are not weighed: the chat is drawn and used before they come.
import { globSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'

const KB = 1024
const dist = join(import.meta.dirname, 'dist')
const locales = join(import.meta.dirname, '../../packages/i18n/locales')
const LOADER_LIMIT = 3 * KB
/** The loader, the launcher and all of the frame that is fetched before the first message can be sent, in English. */
const FIRST_LIMIT = 32 * KB
/** Two files per language: the core texts and the texts of on-demand parts. */
const LANGUAGE_LIMIT = 4 * KB
/** Each on-demand part with its styles. */
const PART_LIMIT = 8 * KB

const read = (file: string) => readFileSync(join(dist, file))
const weigh = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)
const found = (pattern: string) => globSync(pattern, { cwd: dist }).sort()

/** A script and all its static imports. */
function withImports(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  for (const [, path = ''] of read(file)
    .toString()
    .matchAll(/(?:from|import)\s*["'](\.\/[\w.-]+\.js)["']/g))
    withImports(posix.join(posix.dirname(file), path), known)
  return known
}

const page = found('frame/index.html')
const inPage = page.flatMap((file) =>
  [
    ...read(file)
      .toString()
      .matchAll(/\/widget\/(assets\/[\w.-]+\.(?:js|css))/g),
  ].map(([, path = '']) => path),
)
const first = new Set([...page, ...inPage.flatMap((file) => (file.endsWith('.js') ? [...withImports(file)] : file))])
const loader = found('widget.js')
/** The launcher's files; its parts load when idle or on demand. */
const launcher = found('loader/mount-launcher-*.js')

// Each language is two files of its own; a visitor loads those of one at most.
const codes = globSync('*', { cwd: locales, exclude: ['en'] }).sort()
const languages = codes.map((code) => ({ code, files: found(`assets/${code}-*.js`) }))
const spoken = new Set(languages.flatMap(({ files }) => files))
const rest = found('{assets/*.{js,css},loader/*.js,*.js}').filter(
  (file) => !first.has(file) && !spoken.has(file) && !loader.includes(file) && !launcher.includes(file),
)
/** `assets/menu-DZ9Gukk.css` belongs to the part `menu`. */
const partOf = (file: string) =>
  (file.startsWith('loader/') ? 'host: ' : '') + basename(file).replace(/(?:-[\w-]{7})?\.(?:js|css)$/, '')
const parts = Map.groupBy(rest, partOf)

const rows = [
  { name: 'loader', limit: LOADER_LIMIT, size: weigh(loader) },
  {
    name: 'loader and frame, to the first message',
    limit: FIRST_LIMIT,
    size: weigh([...loader, ...launcher, ...first]),
  },
  { name: '  of it launcher', limit: FIRST_LIMIT, size: weigh(launcher) },
  ...[...first].map((file) => ({ name: `  of it ${basename(file)}`, limit: FIRST_LIMIT, size: weigh([file]) })),
  ...[...parts].map(([name, files]) => ({ name: `on demand: ${name}`, limit: PART_LIMIT, size: weigh(files) })),
  ...languages.map(({ code, files }) => ({ name: `language ${code}`, limit: LANGUAGE_LIMIT, size: weigh(files) })),
]

const kb = (bytes: number) => `${(bytes / KB).toFixed(2)} KB`
const judged = rows.map(({ name, limit, size }) => {
  const verdict = size === 0 ? 'not built' : size > limit ? 'over' : 'ok'
  return { part: name, gzip: kb(size), limit: kb(limit), verdict }
})
console.table(judged)
if (inPage.length === 0 || judged.some(({ verdict }) => verdict !== 'ok')) process.exitCode = 1
