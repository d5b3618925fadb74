// Enforces who may import whom (ARCHITECTURE.md): the layers of the server, the browser apps, packages, and the adapters.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = join(import.meta.dirname, '..')
const order = readFileSync(join(root, 'apps/server/src/modules/ORDER'), 'utf8').trim().split('\n')
const problems: string[] = []
const say = (file: string, target: string, why: string): void => void problems.push(`${file} imports ${target}: ${why}`)

const IMPORT = /^(?:import|export)\s[^;'"`=(]*?\bfrom\s+'([^'\n]+)'|^import\s+'([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm
const TYPE_ONLY = /import type[^'"]*from\s*['"]([^'"]+)['"]/g

const isIndex = (file: string): boolean => file.endsWith('/index.ts')
const isPorts = (file: string): boolean => /(^|[./])ports\.ts$/.test(file)

const files = globSync(['packages/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}'], { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/testing\/|[./]testing\.ts$|\/migrations\//.test(file),
)
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  const typeOnly = new Set([...text.matchAll(TYPE_ONLY)].map((match) => match[1]))
  for (const [, statement, dynamic, closing] of text.matchAll(IMPORT)) {
    const target = statement ?? dynamic ?? closing ?? ''
    check(file, target, typeOnly.has(target))
  }
  if (/process\.env/.test(text) && !/apps\/server\/src\/(config\/env\.ts|cli\/)/.test(file))
    problems.push(`${file} reads process.env: only config/env.ts does`)
}

function check(file: string, target: string, typeOnly: boolean): void {
  const local = target.startsWith('.') ? normalize(join(dirname(file), target)) : target
  if (/^packages\/(contract|engine)\//.test(file)) return checkPackage(file, local)
  if (file.startsWith('packages/simulators/')) {
    if (local.startsWith('apps/')) say(file, target, 'simulators know nothing of the product')
    return
  }
  if (file.startsWith('apps/dashboard/') || file.startsWith('apps/widget/')) return checkBrowser(file, local, target)
  if (file.startsWith('apps/server/src/')) checkServer(file, local, target, typeOnly)
}

function checkPackage(file: string, local: string): void {
  if (local.startsWith('packages/') && local.split('/')[1] === file.split('/')[1]) return
  const allowed = file.startsWith('packages/contract/') ? /^(zod|@orpc\/contract)$/ : /^@parlance\/contract(\/|$)/
  if (!allowed.test(local))
    say(file, local, 'the contract imports zod and the contract builder, the engine the contract')
}

function checkBrowser(file: string, local: string, target: string): void {
  const app = file.split('/')[1] ?? ''
  if (local.startsWith('apps/') && !local.startsWith(`apps/${app}/`))
    say(file, target, 'browser apps import packages only')
  if (/^@parlance\/(server|simulators)/.test(local)) say(file, target, 'browser apps import packages only')
  if (app === 'widget' && (local === 'zod' || /^@parlance\/contract(\/.*[-/]api)?$/.test(local)))
    say(file, target, 'the widget bundles no zod')
  if (app !== 'dashboard') return
  const layer = (path: string) => ['components', 'features', 'app'].indexOf(path.split('/')[3] ?? '')
  const [from, to] = [layer(file), layer(local)]
  if (from >= 0 && to > from) say(file, target, 'components < features < app')
  const feature = (path: string) => /^apps\/dashboard\/src\/features\/([^/]+)/.exec(path)?.[1]
  if (feature(file) && feature(local) && feature(file) !== feature(local))
    say(file, target, 'features do not import each other')
}

function checkServer(file: string, local: string, target: string, typeOnly: boolean): void {
  const inner = file.slice('apps/server/src/'.length)
  if (!local.startsWith('apps/server/src/')) return
  const aim = local.slice('apps/server/src/'.length)
  const entry = !inner.includes('/') || inner.startsWith('cli/')
  if (entry) {
    if (aim.startsWith('adapters/') && !/^(infrastructure|compose-modules)\.ts$/.test(inner))
      say(file, target, 'only infrastructure.ts and compose-modules.ts import adapters')
    return
  }
  if (inner.startsWith('lib/') && /^(modules|adapters|config|mails)\//.test(aim))
    say(file, target, 'lib knows no module')
  if (inner.startsWith('mails/') && !/^(mails|lib)\//.test(aim))
    say(file, target, 'mails are told by services what to say and know no module')
  if (inner.startsWith('config/') && /^(modules|adapters)\//.test(aim)) say(file, target, 'config knows no module')
  if (inner.startsWith('adapters/') && aim.startsWith('modules/') && !isPorts(aim) && !isIndex(aim))
    say(file, target, 'an adapter sees the ports and the index of a module')
  if (inner.startsWith('modules/')) checkModule(file, inner, aim, target, typeOnly)
}

function checkModule(file: string, inner: string, aim: string, target: string, typeOnly: boolean): void {
  if (aim.startsWith('adapters/') || !aim.includes('/'))
    return say(file, target, 'a module sees ports, never adapters or entries')
  if (!aim.startsWith('modules/')) return
  const [, from = ''] = inner.split('/')
  const [, to = '', name = ''] = aim.split('/')
  if (from === to) {
    if (/(router|jobs)\.ts$/.test(inner) && /(repository|schema)\.ts$/.test(aim))
      say(file, target, 'routers and jobs use the service, not the repository')
    return
  }
  if (!order.includes(from)) return say(file, target, `modules/ORDER does not list ${from}`)
  if (order.indexOf(to) > order.indexOf(from)) return say(file, target, 'a module imports only earlier modules')
  const schemas = inner.endsWith('schema.ts') && name.endsWith('schema.ts')
  if (name !== 'service.ts' && name !== 'index.ts' && !schemas && !(typeOnly && isPorts(name)))
    say(file, target, 'of another module only service.ts and index.ts are seen')
}

for (const problem of problems) console.error(problem)
console.log(`layers: ${files.length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
