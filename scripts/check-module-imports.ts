// Import rules beyond single imports (those are in .oxlintrc.json): module order, the public surface of modules,
// separate dashboard features, cycles through `import()`, and reads of the environment.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const IMPORT = /^(?:import|export)\s[^;'"`=(]*?\bfrom\s+'([^'\n]+)'|^import\s+'([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm
const TYPE_ONLY = /import type[^'"]*from\s*['"]([^'"]+)['"]/g
const SERVER = 'apps/server/src/'
/** Where the setting is created, completed after listening, and read. */
const KNOWS_PUBLIC_URL = /^apps\/server\/src\/(config\/|lib\/(settings\.ts|origin\/)|(server|start)\.ts)/

interface Import {
  readonly file: string
  /** Its path from the root for our files, otherwise the specifier. */
  readonly target: string
  readonly typeOnly: boolean
}

/** One sentence per import below `root` that breaks a rule. */
export function findProblems(root: string): string[] {
  const order = readFileSync(join(root, SERVER, 'modules/ORDER'), 'utf8')
    .trim()
    .split('\n')
  const files = globSync(['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}'], { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/testing\/|[./]testing\.ts$|\/migrations\//.test(file),
  )
  const graph = new Map<string, readonly string[]>()
  const problems = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const imports = importsOf(file, text)
    graph.set(
      file,
      imports.map(({ target }) => target),
    )
    const problems = imports.flatMap((one) => {
      const problem = featureProblem(one) ?? serverProblem(one, order)
      return problem === undefined ? [] : [`${file} imports ${one.target}: ${problem}`]
    })
    const readsEnvironment = /process\.env/.test(text) && !/^apps\/server\/src\/(config\/env\.ts|cli\/)/.test(file)
    if (readsEnvironment) problems.push(`${file} reads process.env: only config/env.ts does`)
    if (
      /\.publicUrl\b|readonly publicUrl\b|\{ publicUrl\b/.test(text) &&
      file.startsWith(SERVER) &&
      !KNOWS_PUBLIC_URL.test(file)
    )
      problems.push(`${file} reads publicUrl: only lib/origin does, ask it for the origin`)
    return problems
  })
  return [...problems, ...findCircles(graph).map((files) => `circle of imports: ${files.join(' → ')}`)]
}

function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>()
  const circles: string[][] = []
  const walk = (file: string, way: readonly string[]) => {
    const at = way.indexOf(file)
    if (at >= 0) circles.push([...way.slice(at), file])
    if (at >= 0 || done.has(file)) return
    for (const target of graph.get(file) ?? []) walk(target, [...way, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  return circles
}

function importsOf(file: string, text: string): Import[] {
  const typeOnly = new Set([...text.matchAll(TYPE_ONLY)].map((match) => match[1]))
  return [...text.matchAll(IMPORT)].map(([, statement, sideEffect, dynamic]) => {
    const written = statement ?? sideEffect ?? dynamic ?? ''
    const target = written.startsWith('.') ? normalize(join(dirname(file), written)) : written
    return { file, target, typeOnly: typeOnly.has(written) }
  })
}

function featureProblem({ file, target }: Import): string | undefined {
  const feature = (path: string) => /^apps\/dashboard\/src\/features\/([^/]+)/.exec(path)?.[1]
  const [from, to] = [feature(file), feature(target)]
  return from && to && from !== to ? 'features do not import each other' : undefined
}

const isPorts = (file: string): boolean => /(^|[./])ports\.ts$/.test(file)

function serverProblem({ file, target, typeOnly }: Import, order: readonly string[]): string | undefined {
  if (!file.startsWith(SERVER) || !target.startsWith(SERVER)) return undefined
  const [from, to] = [file.slice(SERVER.length), target.slice(SERVER.length)]
  const isEntry = !from.includes('/') || /^(cli|compose)\//.test(from)
  if (isEntry)
    return to.startsWith('adapters/') && from !== 'infrastructure.ts' && !from.startsWith('compose/')
      ? 'only infrastructure.ts and compose/ import adapters'
      : undefined
  if (!to.startsWith('modules/')) return undefined
  if (from.startsWith('adapters/'))
    return isPorts(to) || to.endsWith('/index.ts') ? undefined : 'an adapter sees the ports and the index of a module'
  return from.startsWith('modules/') ? moduleProblem(from, to, typeOnly, order) : undefined
}

function moduleProblem(file: string, target: string, typeOnly: boolean, order: readonly string[]): string | undefined {
  const [, from = ''] = file.split('/')
  const [, to = '', name = ''] = target.split('/')
  if (from === to) return undefined
  if (!order.includes(from)) return `modules/ORDER does not list ${from}`
  if (order.indexOf(to) > order.indexOf(from)) return 'a module imports only earlier modules'
  const schemas = file.endsWith('schema.ts') && name.endsWith('schema.ts')
  const isPublic = name === 'service.ts' || name === 'index.ts' || schemas || (typeOnly && isPorts(name))
  return isPublic ? undefined : 'of another module only service.ts and index.ts are seen'
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findProblems(join(import.meta.dirname, '..'))
  for (const problem of problems) console.error(problem)
  console.log(`module imports: ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
