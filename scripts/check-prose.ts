// Keeps riddling and archaic words out of comments and test names.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const SOURCES = [
  'apps/{dashboard,server,widget}/{src,test}/**/*.{ts,tsx,css}',
  'packages/{chat-ui,contract,engine,i18n,simulators}/src/**/*.{ts,tsx,css}',
  '{e2e,bench,scripts}/**/*.ts',
]
const WORDS =
  /\b(whoever|whomever|whence|anew|lest|hitherto|thereof|hearer|told|sung|beside|somebody|looks on|put away|comes? to nothing|(?:that|which|it) is no(?! longer| more)|stands? (?:above|below|beside|there|here))\b/i
const COMMENT = /^\s*(?:\/\/|\{?\/\*|\*)/
const TEST_NAME = /^\s*(?:it|test|testAll|describe)(?:\.\w+)*(?:\([^'"`]*\))?\((['"`])((?:\\.|(?!\1).)*)\1/

const files = globSync(SOURCES, {
  cwd: root,
  exclude: (path) => path.includes('node_modules') || path.endsWith('check-prose.ts'),
})
const problems = files.flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const text = COMMENT.test(line) ? line : (TEST_NAME.exec(line)?.[2] ?? '')
      const word = WORDS.exec(text)?.[1]
      return word ? [`${file}:${index + 1}: «${word}»`] : []
    }),
)
for (const problem of problems) console.error(problem)
console.log(`prose: ${files.length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
