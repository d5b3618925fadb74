// The sources without types, in a project of its own that has nothing but the script and one source.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'

const root = mkdtempSync(join(tmpdir(), 'parlance-plain-'))
const folder = join(root, 'apps/server/dist/plain')
afterAll(() => rmSync(root, { recursive: true }))

const source = "const greeting: 'hallo – ü' | 'hello' = 'hello' as 'hello'\nconsole.log(greeting)\n"

/** Starts the source as `npm start` does, or the script alone, and answers what was printed. */
function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', ...args], {
    cwd: root,
    env: {},
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}
const start = () => run('--import', './scripts/plain.js', 'scripts/hello.ts')
const made = () => {
  const [name = '', ...others] = readdirSync(folder).filter((one) => one.endsWith('.js'))
  expect(others).toEqual([])
  return join(folder, name)
}

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(root, 'scripts'), { recursive: true })
  copyFileSync(join(import.meta.dirname, 'plain.js'), join(root, 'scripts/plain.js'))
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'scripts/hello.ts'), source)
})

test('a start makes what is missing, and the next one uses it', () => {
  expect(start()).toBe('hello\n')
  const text = readFileSync(made(), 'utf8')
  expect(text).not.toContain('hallo')
  expect(text.indexOf('console')).toBe(source.indexOf('console'))
  writeFileSync(made(), text.replace("'hello'", "'again'"))
  expect(start()).toBe('again\n')
})

test.each<[what: string, harm: (text: Buffer) => Buffer]>([
  ['empty', () => Buffer.alloc(0)],
  ['short', (text) => text.subarray(0, 20)],
  ['long', (text) => Buffer.concat([text, text])],
  ['full of zeros', (text) => Buffer.alloc(text.length)],
])('what is %s is written anew, by a start and by the build', (_, harm) => {
  start()
  const whole = readFileSync(made())
  for (const repair of [() => expect(start()).toBe('hello\n'), () => run('scripts/plain.js')]) {
    writeFileSync(made(), harm(whole))
    repair()
    expect(readFileSync(made())).toEqual(whole)
  }
})

test('what no source has any more goes, and what was being written an hour ago', () => {
  start()
  const name = made().slice(folder.length + 1)
  for (const other of ['old.js', 'left.js.77', 'new.js.78', 'note.txt']) writeFileSync(join(folder, other), 'x')
  const past = new Date(Date.now() - 3_700_000)
  utimesSync(join(folder, 'left.js.77'), past, past)
  run('scripts/plain.js')
  expect(readdirSync(folder).toSorted()).toEqual([name, 'new.js.78', 'note.txt'].toSorted())
})
