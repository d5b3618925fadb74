// Checks that every path in a document exists, and every npm script it mentions. ARCHITECTURE.md's table of modules is
// generated from the order of modules and the first line of each; `--write` updates it.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: root })
const problems: string[] = []
/** Created at run time, so missing in a fresh checkout. */
const MADE = /^(data|dist|node_modules)(\/|$)|\/(dist|results)(\/|$)/

for (const document of documents) {
  const text = readFileSync(join(root, document), 'utf8')
  for (const [, link = ''] of text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)) {
    if (!existsSync(join(root, dirname(document), link))) problems.push(`${document}: the link ${link} leads nowhere`)
  }
  for (const [, code = ''] of text.matchAll(/`([^`\n]+)`/g)) {
    const script = /^npm run (?:-s )?([\w:-]+)/.exec(code)?.[1]
    if (script && !(script in scripts)) problems.push(`${document}: there is no npm script ${script}`)
    const path = /^\.?\/?((?:apps|packages|scripts|docs|bench|e2e|\.ci)\/[\w./-]*[\w])\/?$/.exec(code)?.[1]
    if (path && !MADE.test(path) && !existsSync(join(root, path))) problems.push(`${document}: there is no ${path}`)
  }
}

// Every class of attack is listed in docs/security.md with its state, and tested ones have tests.
const LIST = ['1.1a', '1.1b', '1.1c', '1.1d', '1.1e', ...Array.from({ length: 29 }, (_, at) => `1.${at + 2}`)]
const rows = readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(
  /^\| (1\.\d+[a-e]?) \|.*?\| (\w+) \| (.*) \|$/gm,
)
const listed = new Map([...rows].map(([, number = '', state = '', where = '']) => [number, { state, where }]))
for (const number of new Set([...LIST, ...listed.keys()])) {
  const row = listed.get(number)
  const say = (what: string) => problems.push(`docs/security.md: ${number} ${what}`)
  if (!LIST.includes(number)) say('is no class of the list')
  else if (!row) say('is missing')
  else if (!['tested', 'later', 'never'].includes(row.state))
    say(`is neither tested nor later nor never, but ${row.state}`)
  else if (row.state === 'tested') {
    const files = [...row.where.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file = '']) => file)
    if (files.length === 0) say('names no test')
    for (const file of files.filter((one) => existsSync(join(root, one))))
      if (!readFileSync(join(root, file), 'utf8').includes(`[${number}] `)) say(`has no test of its number in ${file}`)
  }
}

// Operators who bring their own PostgreSQL have to allow these.
const operating = readFileSync(join(root, 'docs/operating.md'), 'utf8')
for (const file of globSync('apps/server/src/migrations/**/*.sql', { cwd: root }))
  for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(
    /create extension (?:if not exists )?"?(\w+)/gi,
  ))
    if (!operating.includes(`\`${name}\``)) problems.push(`docs/operating.md: the extension ${name} is not named`)

const MODULES = 'apps/server/src/modules'
function moduleRow(name: string): string {
  const files = ['service.ts', 'index.ts']
    .map((file) => join(root, MODULES, name, file))
    .filter((file) => existsSync(file))
  const said = files
    .map((file) => /^\/\/ Owns (.+)$/m.exec(readFileSync(file, 'utf8').split('\n')[0] ?? '')?.[1])
    .find(Boolean)
  if (!said) problems.push(`${MODULES}/${name}: the first line of service.ts does not say «// Owns …»`)
  const more = existsSync(join(root, `docs/${name}.md`)) ? ` ([more](docs/${name}.md))` : ''
  return `| ${name} | ${said?.replace(/\.$/, '') ?? ''}${more} |`
}
const order = readFileSync(join(root, MODULES, 'ORDER'), 'utf8')
  .trim()
  .split('\n')
const table = order.filter((name) => existsSync(join(root, MODULES, name))).map(moduleRow)
const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const renewed = architecture.replace(
  /(\| Module, in order \| Owns \|\n\|---\|---\|\n)(?:\|.*\n)*/,
  (_, head: string) => `${head}${table.join('\n')}\n`,
)
if (renewed !== architecture && process.argv.includes('--write')) writeFileSync(join(root, 'ARCHITECTURE.md'), renewed)
else if (renewed !== architecture)
  problems.push(
    'ARCHITECTURE.md: the table of modules is outdated; write it again with node scripts/check-docs.ts --write',
  )

for (const problem of problems) console.error(problem)
console.log(`docs: ${documents.length} documents, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
