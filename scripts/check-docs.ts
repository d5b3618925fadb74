// Every path that a document names exists, and every npm script it tells people to run is there.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: root })
const problems: string[] = []
/** Made at run time, so they are not in a fresh checkout. */
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

for (const problem of problems) console.error(problem)
console.log(`docs: ${documents.length} documents, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
