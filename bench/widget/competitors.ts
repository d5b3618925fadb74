// Other packages: downloaded from npm at pinned versions into a cache, unpacked, never installed, run only in a page.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { say } from '../output.ts'
// The embed code is from each documentation: `/rival/` are the package's files, `{api}` is a stub server. `press` finds the
// launcher through open shadow roots, `field` the text field once it is open.
import RECIPES from './competitors.json' with { type: 'json' }
import type { Candidate } from './measure.ts'

const run = promisify(execFile)
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/bench-widget/', import.meta.url))
const FETCH_MS = 120_000

async function unpacked(name: string, version: string): Promise<string> {
  const folder = join(CACHE, `${name.replace(/\W+/g, '-')}-${version}`)
  if (existsSync(folder)) return join(folder, 'package')
  const fresh = `${folder}.new-${process.pid}`
  mkdirSync(fresh, { recursive: true })
  const { stdout } = await run('npm', ['pack', '--silent', `${name}@${version}`], { cwd: fresh, timeout: FETCH_MS })
  await run('tar', ['xzf', stdout.trim().split('\n').at(-1) ?? ''], { cwd: fresh })
  renameSync(fresh, folder)
  return join(folder, 'package')
}

/** Measures the packages that could be fetched and reports why others could not. */
export async function measureCompetitors(): Promise<Candidate[]> {
  const found = await Promise.allSettled(
    RECIPES.map(async ({ name, version, ...recipe }): Promise<Candidate> => {
      const folder = await unpacked(name, version)
      return { name: `${name} ${version}`, folder, ...recipe }
    }),
  )
  return found.flatMap((result, at) => {
    if (result.status === 'fulfilled') return [result.value]
    say(`${RECIPES[at]?.name}: not fetched, ${String(result.reason).slice(0, 200)}`)
    return []
  })
}
